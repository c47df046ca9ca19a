/// The best alignment of a small problem, by trying all.
///
/// Rows are decided one after the other: each takes a free column or none. With the pairs of a cell
/// counted at whichever of their ends comes later, a cell x of row i adds at most
///
///     most(x) = u(x) + sum over earlier rows k of max w(x, y), y in row k,
///
/// so the rows from i on add at most the sum of their largest most(x). Where that does not lead
/// beyond the best alignment so far, nothing further is tried. For a few cells this takes less time
/// than writing down the relaxation that proves the same.
#pragma once

#include <array>
#include <vector>

#include "align/problem.hpp"

namespace tertium {

/// Keeps nothing from problem to problem. One for each thread.
class Enumeration {
  public:
    static constexpr int most_cells = 24;
    static constexpr int most_trials = 400;  ///< after which it gives up

    /// Find the best alignment worth more than `cutoff`; the best is empty if there is none, and
    /// no alignment is worth more than max(value, cutoff). False if it gave up.
    bool solve(const Problem& problem, Weight cutoff);
    Weight value() const { return best_value_; }  ///< -1 if there is none
    const std::vector<int>& cells() const { return best_; }

  private:
    void prepare();
    void decide(int row, Weight value);

    const Problem* problem_ = nullptr;
    Weight cutoff_ = 0, best_value_ = -1;
    int trials_ = 0;
    std::vector<int> best_, chosen_;
    std::vector<int> row_begin_;      // the first cell of each row; cells are sorted by row
    std::vector<Weight> most_after_;  // what the rows from this one on add at most
    std::vector<char> taken_;         // columns
    std::array<std::array<Weight, most_cells>, most_cells> weight_;
};

}  // namespace tertium
