// Shortest augmenting paths, one for each row, on costs -weight.
#include "align/matching.hpp"

#include <algorithm>
#include <limits>

namespace tertium {

namespace {
constexpr Weight infinite = std::numeric_limits<Weight>::max();
}  // namespace

std::span<Weight> SmallMatching::start(int rows, int columns) {
    rows_ = rows;
    columns_ = columns;
    table_.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    return table_;
}

Weight SmallMatching::solve() {
    row_price_.assign(rows_ + 1, 0);
    column_price_.assign(columns_ + 1, 0);
    matched_.assign(columns_ + 1, 0);
    way_.resize(columns_ + 1);
    take_best();
    for (int row : waiting_) augment(row);
    Weight sum = 0;
    chosen_.assign(rows_, -1);
    for (int j = 1; j <= columns_; ++j) {
        const int row = matched_[j];
        if (row == 0) continue;
        const Weight weight = table_[(row - 1) * columns_ + j - 1];
        if (weight > 0) chosen_[row - 1] = j - 1;
        sum += weight;
    }
    return sum;
}

// Each row pays for its largest weight, so that no price of a column is needed yet, and takes it
// where the column is free. The others wait for a path.
void SmallMatching::take_best() {
    waiting_.clear();
    const Weight* line = table_.data();
    for (int row = 1; row <= rows_; ++row, line += columns_) {
        const auto best = static_cast<int>(std::max_element(line, line + columns_) - line);
        row_price_[row] = -line[best];
        if (matched_[best + 1] == 0)
            matched_[best + 1] = row;
        else
            waiting_.push_back(row);
    }
}

void SmallMatching::augment(int row) {
    matched_[0] = row;
    least_.assign(columns_ + 1, infinite);
    used_.assign(columns_ + 1, 0);
    int column = 0;
    do {
        column = settle(column);
    } while (matched_[column] != 0);
    do {
        const int previous = way_[column];
        matched_[column] = matched_[previous];
        column = previous;
    } while (column != 0);
}

// Extend the paths through the row of `column`; gives the nearest column that is not settled yet.
int SmallMatching::settle(int column) {
    used_[column] = 1;
    const int row = matched_[column];
    const Weight* line = table_.data() + (row - 1) * columns_;
    Weight delta = infinite;
    int next = 0;
    for (int j = 1; j <= columns_; ++j) {
        if (used_[j]) continue;
        const Weight cost = -line[j - 1] - row_price_[row] - column_price_[j];
        if (cost < least_[j]) {
            least_[j] = cost;
            way_[j] = column;
        }
        if (least_[j] < delta) {
            delta = least_[j];
            next = j;
        }
    }
    for (int j = 0; j <= columns_; ++j) {
        if (used_[j]) {
            row_price_[matched_[j]] += delta;
            column_price_[j] -= delta;
        } else {
            least_[j] -= delta;
        }
    }
    return next;
}

}  // namespace tertium
