/// Sketches of many graphs, as they stand in a segment.
///
///     (c / cat :ARG0-of (s / sprint-01))     facts   /cat of 0, /sprint-01 of 1, ^ of 0
///                                            links   >ARG0 from 1 to 0
///
/// The texts of facts and links are the *tokens* of a segment, sorted, so that a number stands for
/// each, and numbers of two segments are in the same order. Nothing but the graphs decides what a
/// sketch is.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "align/sketch.hpp"
#include "graph/packed.hpp"
#include "search/histogram.hpp"
#include "search/segment.hpp"
#include "standard/convention.hpp"
#include "support/interruption.hpp"

namespace tertium {

struct StoredFact {
    std::uint32_t token;
    std::uint16_t variable, count;
};

struct StoredLink {
    std::uint32_t token;
    std::uint16_t source, target;
    std::uint32_t count;
};

/// The most variables that a graph in an index may have, and the most often that it may say a
/// thing.
constexpr std::size_t most_variables = 0xFFFF;

/// A graph that is to be added.
struct Document {
    const PackedGraph* graph;
    std::string id, text;
};

/// Which graphs a segment holds, where they stood and what they are called: the same for segments
/// of any kind.
struct Catalogue {
    std::vector<std::uint64_t> keys;
    std::vector<std::uint32_t> positions;
    TextList ids, texts;
    /// List documents in the given order.
    Catalogue(std::span<const Document> documents, std::span<const std::uint32_t> order);
    void write(SegmentWriter& writer) const;
};

/// Sketch documents as a segment. Throws std::length_error for a graph that is too large.
std::vector<std::byte> write_sketches(std::span<const Document> documents,
                                      const Convention& convention, Interruption* interruption);

/// The sketches of a segment.
class Sketches {
  public:
    explicit Sketches(const Segment& segment);

    std::size_t size() const { return sizes.size(); }
    /// Read the sketch of a graph, with `number[token]` for its tokens, or as they are; sorted.
    void read(std::size_t graph, std::span<const std::uint32_t> numbers, Sketch& sketch) const;
    /// The numbers that `other` has for our tokens; tokens that it lacks get numbers beyond.
    std::vector<std::uint32_t> numbers_in(const Sketches& other) const;

    std::span<const std::uint64_t> keys;
    std::span<const std::uint8_t> histograms;
    std::span<const std::uint64_t> signatures;
    std::span<const std::uint32_t> sizes, excess, repeats;
    Ragged<StoredFact> facts;
    Ragged<StoredLink> links;
    Texts tokens;
};

}  // namespace tertium
