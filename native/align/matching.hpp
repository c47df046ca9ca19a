/// The best matching of a small table, by the Hungarian algorithm.
#pragma once

#include <span>
#include <vector>

#include "align/weight.hpp"

namespace tertium {

/// Matches rows with columns; keeps its memory from table to table.
class SmallMatching {
  public:
    /// Start a table, to be filled row by row with weights >= 0; rows <= columns.
    std::span<Weight> start(int rows, int columns);
    /// What the best matching weighs.
    Weight solve();
    /// The column of a row; -1 if their match weighs nothing.
    int column_of(int row) const { return chosen_[static_cast<std::size_t>(row)]; }

  private:
    void take_best();
    void augment(int row);
    int settle(int column);

    int rows_ = 0, columns_ = 0;
    std::vector<Weight> table_;
    std::vector<int> chosen_, waiting_;
    // Rows and columns count from 1 here; column 0 stands for none.
    std::vector<Weight> row_price_, column_price_, least_;
    std::vector<int> matched_, way_;
    std::vector<char> used_;
};

}  // namespace tertium
