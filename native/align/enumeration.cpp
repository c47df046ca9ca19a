#include "align/enumeration.hpp"

#include <algorithm>

namespace tertium {

bool Enumeration::solve(const Problem& problem, Weight cutoff) {
    problem_ = &problem;
    cutoff_ = cutoff;
    best_value_ = -1;
    best_.clear();
    trials_ = 0;
    if (problem.cells() > most_cells) return false;
    prepare();
    decide(0, 0);
    return trials_ <= most_trials;
}

void Enumeration::prepare() {
    const Problem& p = *problem_;
    const int cells = p.cells();
    for (int x = 0; x < cells; ++x) std::fill_n(weight_[x].begin(), cells, 0);
    for (int k = 0; k < p.pairs(); ++k) {
        weight_[p.first[k]][p.second[k]] += p.weight[k];
        weight_[p.second[k]][p.first[k]] += p.weight[k];
    }
    row_begin_.assign(static_cast<std::size_t>(p.rows) + 1, 0);
    for (int row : p.row) ++row_begin_[row + 1];
    for (int i = 0; i < p.rows; ++i) row_begin_[i + 1] += row_begin_[i];
    most_after_.assign(static_cast<std::size_t>(p.rows) + 1, 0);
    for (int i = p.rows - 1; i >= 0; --i) {
        Weight most_of_row = 0;
        for (int x = row_begin_[i]; x < row_begin_[i + 1]; ++x) {
            Weight most = p.unary[x];
            for (int k = 0; k < i; ++k) {
                Weight largest = 0;
                for (int y = row_begin_[k]; y < row_begin_[k + 1]; ++y)
                    largest = std::max(largest, weight_[x][y]);
                most += largest;
            }
            most_of_row = std::max(most_of_row, most);
        }
        most_after_[i] = most_after_[i + 1] + most_of_row;
    }
    taken_.assign(static_cast<std::size_t>(p.columns), 0);
    chosen_.clear();
}

void Enumeration::decide(int row, Weight value) {
    if (value + most_after_[row] <= std::max(cutoff_, best_value_) || ++trials_ > most_trials)
        return;
    if (row == problem_->rows) {
        best_value_ = value;
        best_ = chosen_;
        return;
    }
    for (int x = row_begin_[row]; x < row_begin_[row + 1]; ++x) {
        char& taken = taken_[problem_->column[x]];
        if (taken != 0) continue;
        Weight gain = problem_->unary[x];
        for (int y : chosen_) gain += weight_[x][y];
        taken = 1;
        chosen_.push_back(x);
        decide(row + 1, value + gain);
        chosen_.pop_back();
        taken = 0;
    }
    decide(row + 1, value);
}

}  // namespace tertium
