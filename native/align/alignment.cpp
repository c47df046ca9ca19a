#include "align/alignment.hpp"

#include <utility>

namespace tertium {

void Alignment::reset(const Problem& problem, const PairIndex& pairs) {
    problem_ = &problem;
    pairs_ = &pairs;
    clear();
}

void Alignment::clear() {
    row_cell_.assign(problem_->rows, -1);
    column_cell_.assign(problem_->columns, -1);
    gain_.assign(problem_->unary.begin(), problem_->unary.end());
    value_ = 0;
}

void Alignment::set(int row, int cell) {
    const int old = row_cell_[row];
    if (old >= 0) {
        for (int s : pairs_->slots(old)) gain_[pairs_->other_end(s)] -= problem_->weight[s / 2];
        column_cell_[problem_->column[old]] = -1;
        value_ -= gain_[old];
    }
    row_cell_[row] = cell;
    if (cell >= 0) {
        value_ += gain_[cell];
        for (int s : pairs_->slots(cell)) gain_[pairs_->other_end(s)] += problem_->weight[s / 2];
        column_cell_[problem_->column[cell]] = cell;
    }
}

Weight Alignment::together(int x, int y) const {
    if (x < 0 || y < 0) return 0;
    if (degree(y) < degree(x)) std::swap(x, y);
    Weight sum = 0;
    for (int s : pairs_->slots(x))
        if (pairs_->other_end(s) == y) sum += problem_->weight[s / 2];
    return sum;
}

void Alignment::chosen(std::vector<int>& cells) const {
    cells.clear();
    for (int x : row_cell_)
        if (x >= 0) cells.push_back(x);
}

}  // namespace tertium
