/// The cascade: one graph against many, from the cheapest bound to the exact value.
///
/// The value of a pair is F1 = 2 · shared / (size a + size b). A *stage* replaces the bound of a
/// candidate by a tighter one; the last stage aligns the two graphs, with a cutoff: as soon as it
/// is clear that the value falls short of what is needed, the rest does not matter.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "align/aligner.hpp"
#include "search/bounds.hpp"
#include "search/sketches.hpp"

namespace tertium {

/// How many candidates reached each stage; for benchmarks.
struct StageCounts {
    std::uint64_t scanned = 0, tokens = 0, rows = 0, assignments = 0, exact = 0;
    void add(const StageCounts& more);
};

/// F1 as metrics compute it.
inline double f1_of(double shared, double size_a, double size_b) {
    return size_a + size_b > 0 ? 2 * shared / (size_a + size_b) : 1.0;
}

/// The fewest shared triples that give a value of at least `least`; more than both sizes if none
/// do.
std::uint32_t shared_for(double least, std::uint32_t size_a, std::uint32_t size_b);

/// What is known about a pair in the end.
struct Verdict {
    double shared = 0;  ///< at most so many, and exactly so many if it is proven
    bool proven = true;
    bool short_of_needed = false;  ///< fewer than were needed, however many
};

/// Compares one graph with those of a segment. One for each thread and segment.
class Cascade {
  public:
    Cascade(const Sketches& others, Aligner& aligner)
        : others_(&others), profile_(others), aligner_(&aligner) {}

    /// Take graph `index` of `queries`, whose tokens have `numbers` here.
    void reset(const Sketches& queries, std::span<const std::uint32_t> numbers, std::size_t index);
    std::uint32_t size() const { return size_; }
    const Sketches& others() const { return *others_; }

    /// Histogram bounds for a run of graphs.
    void scan(std::size_t first, std::span<std::uint16_t> bounds) const;
    std::uint32_t excess_with(std::size_t other) const;
    /// The bound by the signature of a graph, and its histogram of links; at most `bound`.
    std::uint32_t signature_bound(std::size_t other, std::uint32_t bound) const;
    /// The bounds after the histograms, 1 to 3; none exceeds `bound`, the one before it.
    std::uint32_t tighten(int stage, std::size_t other, std::uint32_t bound);
    static constexpr int stages = 3;
    /// Align, the lesser graph first, so that the result does not depend on who asks; at least
    /// `needed` shared triples are of interest.
    Verdict align(std::size_t other, std::uint32_t needed);

    StageCounts counts;

  private:
    const Sketches* others_;
    Profile profile_;
    Aligner* aligner_;
    Sketch sketch_, other_;
    const std::uint8_t* histogram_ = nullptr;
    const std::uint64_t* signature_ = nullptr;
    std::uint32_t size_ = 0, excess_ = 0, repeats_ = 0;
    std::uint64_t key_ = 0;
    std::size_t weighed_ = static_cast<std::size_t>(-1);  // the graph that W is for
    bool has_weights_ = false;
};

}  // namespace tertium
