/// Local search: improve an alignment by small changes until none helps.
///
/// `LocalSearch` finds good alignments for the exact search; it takes the first change that helps.
/// `hill_climb` is the customary SMATCH search (Cai & Knight 2013): a start that pairs equal
/// concepts, then random ones, and from each the best move or swap until none helps. It is here
/// for comparison, seeded so that it can be repeated; it proves nothing.
#pragma once

#include <vector>

#include "align/problem.hpp"
#include "support/interruption.hpp"

namespace tertium {

/// A partial alignment with the gain of every cell kept up to date.
class Alignment {
  public:
    void reset(const Problem& problem, const PairIndex& pairs);
    void clear();
    /// Choose a cell for its row, or none (-1). The column must be free or the row's own.
    void set(int row, int cell);

    int cell_of_row(int row) const { return row_cell_[row]; }
    int cell_of_column(int column) const { return column_cell_[column]; }
    /// u(x) and the weights of x's pairs with chosen cells.
    Weight gain(int cell) const { return cell < 0 ? 0 : gain_[cell]; }
    /// The number of a cell's pairs, which is what choosing it costs.
    std::size_t degree(int cell) const { return cell < 0 ? 0 : pairs_->slots(cell).size(); }
    /// The weight of two cells together.
    Weight together(int x, int y) const;
    Weight value() const { return value_; }
    void chosen(std::vector<int>& cells) const;

  private:
    const Problem* problem_ = nullptr;
    const PairIndex* pairs_ = nullptr;
    std::vector<int> row_cell_, column_cell_;
    std::vector<Weight> gain_;
    Weight value_ = 0;
};

/// Moves, swaps, and moves that eject the column's owner to its best free column.
class LocalSearch {
  public:
    void reset(const Problem& problem, const PairIndex& pairs);
    Alignment& alignment() { return alignment_; }
    /// An interruption is checked at every row.
    void improve(Interruption* interruption = nullptr);

  private:
    bool try_cell(int cell);
    int cell_at(int row, int column) const;

    const Problem* problem_ = nullptr;
    std::vector<int> row_begin_;
    Alignment alignment_;
};

/// The best of 1 + `restarts` climbs; the chosen cells. An interruption is checked at every row.
std::vector<int> hill_climb(const Problem& problem, int restarts, std::uint64_t seed,
                            Interruption* interruption = nullptr);

}  // namespace tertium
