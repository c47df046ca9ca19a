/// How similar concepts are.
///
///     (c / cat)   (k / kitten)        between(cat, kitten) = 0.56
///
/// A table knows every pair of different concepts that aligning some graph with its partner could
/// match. It is filled in two steps, so that all similarities are found in one go, by whoever knows
/// them: `add` enters the pairs, `set` gives them numbers. Reading it is safe from many threads.
///
/// Most pairs are not similar at all, so only the others are kept, in a hash table with a filter.
/// Entering a pair is appending it: pairs that were there before are found all at once, when there
/// are many or when the pairs are asked for.
///
/// Similarities are rounded to 2^-20 of a triple: far below what any of them means, and coarse
/// enough for the exact search to close gaps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "align/weight.hpp"
#include "graph/graph.hpp"
#include "support/symbols.hpp"

namespace tertium {

/// The most pairs of concepts that a table may have, about a gigabyte: 4,096 concepts against as
/// many others.
constexpr std::size_t concept_pair_limit = 1 << 24;

class SimilarityTable {
  public:
    /// Enter the pairs of concepts of two standardised graphs. Throws std::length_error if they are
    /// far above the limit.
    void add(const Graph& a, const Graph& b);
    /// Keep one of equal pairs. Throws std::length_error above the limit.
    void settle();
    /// Give the pairs their similarities, in [0, 1], in the order of `pairs`.
    /// Throws std::invalid_argument if there are more or fewer.
    void set(std::span<const double> similarities);

    const Lexicon& concepts() const { return concepts_; }
    /// Pairs of places in `concepts`, the alphabetically first concept first.
    std::vector<std::pair<int, int>> pairs();

    /// The place of a concept, -1 if it is unknown.
    int find(std::string_view concept_) const { return static_cast<int>(concepts_.find(concept_)); }
    /// The similarity of two concepts given by their places, one triple if they are the same.
    Weight between(int x, int y) const {
        if (x == y) return x < 0 ? 0 : unit;
        return x < 0 || y < 0 ? 0 : between_different(x, y);
    }
    /// Whether two different concepts that the table has may be similar; few that are not may.
    bool may_be_similar(int x, int y) const {
        const std::uint64_t bit = mixed(key_of(x, y)) >> filter_shift_;
        return (filter_[bit / 64] >> bit % 64 & 1) != 0;
    }
    /// The similarity of two different concepts that the table has.
    Weight between_different(int x, int y) const {
        const std::uint64_t key = key_of(x, y);
        std::size_t at = mixed(key) >> shift_;
        while (slots_[at].key != key && slots_[at].key != none) at = (at + 1) & (slots_.size() - 1);
        return slots_[at].similarity;
    }

  private:
    // Two places in one number, the smaller one first.
    static std::uint64_t key_of(int x, int y) {
        const auto [low, high] = std::minmax(x, y);
        return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint32_t>(high);
    }
    static int low(std::uint64_t key) { return static_cast<int>(key >> 32); }
    static int high(std::uint64_t key) { return static_cast<int>(key & 0xFFFFFFFFU); }
    void enter(const Graph& graph, std::vector<int>& places);
    void keep(std::uint64_t key, Weight similarity);

    Lexicon concepts_;
    std::vector<std::uint64_t> pairs_;
    std::size_t settled_ = 0;  // so many of the pairs are known to differ
    // The similar ones in open addressing; the number of slots is a power of two, half are free.
    struct Slot {
        std::uint64_t key = none;
        Weight similarity = 0;
    };
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    static std::uint64_t mixed(std::uint64_t key) { return key * 0x9E3779B97F4A7C15ULL; }
    std::vector<Slot> slots_ = std::vector<Slot>(2);
    int shift_ = 63;
    // A bit for each of eight times as many slots: it stays in the nearest cache.
    std::vector<std::uint64_t> filter_ = std::vector<std::uint64_t>(1);
    int filter_shift_ = 60;
    std::vector<int> places_a_, places_b_;
};

/// The scalar products of rows of a table: row first[k] with row second[k]. The order of additions
/// is fixed, so the result is the same on every machine.
std::vector<double> scalar_products(std::span<const float> rows, std::size_t dimension,
                                    std::span<const std::int32_t> first,
                                    std::span<const std::int32_t> second);

}  // namespace tertium
