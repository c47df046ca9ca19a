/// How similar concepts are.
///
///     (c / cat)   (k / kitten)        between(cat, kitten) = 0.56
///
/// A table knows every pair of different concepts that aligning some graph with its partner could
/// match. It is filled in two steps, so that all similarities are found in one go, by whoever knows
/// them: `add` enters the pairs, `set` gives them numbers. Reading it is safe from many threads.
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
    /// Enter the pairs of concepts of two standardised graphs. Throws std::length_error above the
    /// limit.
    void add(const Graph& a, const Graph& b);
    /// Give the pairs their similarities, in [0, 1], in the order of `pairs`.
    /// Throws std::invalid_argument if there are more or fewer.
    void set(std::span<const double> similarities);

    const Lexicon& concepts() const { return concepts_; }
    /// Pairs of places in `concepts`, the alphabetically first concept first.
    std::vector<std::pair<int, int>> pairs() const;

    /// The place of a concept, -1 if it is unknown.
    int find(std::string_view concept_) const { return static_cast<int>(concepts_.find(concept_)); }
    /// Whether there is another concept that is similar.
    bool has_similar(int place) const {
        return place >= 0 && has_similar_[static_cast<std::size_t>(place)] != 0;
    }
    /// The similarity of two concepts given by their places, one triple if they are the same.
    Weight between(int x, int y) const {
        if (x == y) return x < 0 ? 0 : unit;
        if (x < 0 || y < 0) return 0;
        const std::uint64_t hash = hash_of(x, y), bit = hash & (filter_.size() * 64 - 1);
        if ((filter_[bit / 64] >> (bit % 64) & 1) == 0) return 0;
        const std::uint32_t found = index_.find(hash, [](std::uint32_t) { return true; });
        return found < similarities_.size() ? similarities_[found] : 0;
    }

  private:
    // A number for two different places, whatever their order; no two pairs have the same.
    static std::uint64_t hash_of(int x, int y) {
        const auto [low, high] = std::minmax(x, y);
        std::uint64_t key =
            static_cast<std::uint64_t>(high) << 32 | static_cast<std::uint32_t>(low);
        key *= 0x9E3779B97F4A7C15ULL;
        return key ^ key >> 32;
    }
    void enter(const Graph& graph, std::vector<int>& places);

    Lexicon concepts_;
    std::vector<std::pair<int, int>> pairs_;
    HashIndex index_;  // of the pairs
    std::vector<Weight> similarities_;
    std::vector<std::uint64_t> filter_ = {0};  // bits of similar pairs: most lookups end here
    std::vector<char> has_similar_;
    std::vector<int> places_a_, places_b_;
};

/// The scalar products of rows of a table: row first[k] with row second[k]. The order of additions
/// is fixed, so the result is the same on every machine.
std::vector<double> scalar_products(std::span<const float> rows, std::size_t dimension,
                                    std::span<const std::int32_t> first,
                                    std::span<const std::int32_t> second);

}  // namespace tertium
