/// An alignment that is being made: which cells are chosen, and what each other would gain.
#pragma once

#include <vector>

#include "align/problem.hpp"

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

}  // namespace tertium
