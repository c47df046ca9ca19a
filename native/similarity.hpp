/// How alike concepts are.
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

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph.hpp"
#include "symbols.hpp"
#include "weight.hpp"

namespace tertium {

class SimilarityTable {
  public:
    SimilarityTable();
    SimilarityTable(const SimilarityTable&) = delete;  // symbols point into the strings
    SimilarityTable& operator=(const SimilarityTable&) = delete;

    /// Enter the pairs of concepts of two standardised graphs.
    void add(const Graph& a, const Graph& b);
    /// Give the pairs their similarities, in [0, 1], in the order of `pairs`.
    /// Throws std::invalid_argument if there are more or fewer.
    void set(std::span<const double> similarities);

    const std::deque<std::string>& concepts() const { return concepts_; }
    /// Pairs of places in `concepts`, the alphabetically first concept first.
    std::vector<std::pair<int, int>> pairs() const;

    /// The place of a concept, -1 if it is unknown.
    int find(std::string_view concept_) const { return static_cast<int>(symbols_.find(concept_)); }
    /// The similarity of two concepts given by their places, one triple if they are the same.
    Weight between(int x, int y) const;

  private:
    struct Slot {
        std::uint64_t key = 0;  // 0 is free
        Weight similarity = 0;
    };
    void enter(const Graph& graph, std::vector<int>& places);
    void grow();

    SymbolTable symbols_;
    std::deque<std::string> concepts_;
    std::vector<std::pair<int, int>> pairs_;
    std::vector<std::uint64_t> keys_;  // of the pairs, open addressing
    std::vector<Slot> slots_;          // only of pairs that are similar, so that it stays small
    std::vector<int> places_a_, places_b_;
};

/// The scalar products of rows of a table: row first[k] with row second[k]. The order of additions
/// is fixed, so the result is the same on every machine.
std::vector<double> scalar_products(std::span<const float> rows, std::size_t dimension,
                                    std::span<const std::int32_t> first,
                                    std::span<const std::int32_t> second);

}  // namespace tertium
