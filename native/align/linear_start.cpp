// The linear program, first part: take up the cells and pairs of a problem and their limits.
#include <algorithm>
#include <array>

#include "align/linear_program.hpp"

namespace tertium {

void LinearProgram::reset(const Problem& problem, const PairIndex& index,
                          const std::vector<int>& cells, const LinearSolution& start) {
    problem_ = &problem;
    choose_pairs(cells);
    choose_cells(cells);
    number_limits(index);
    start_cells(start);
    start_pairs(start);
    for (float& step : price_step_) step = step > 0 ? 1 / step : 0;
    mapped_choice_ = start_choice_ = choice_;
    mapped_prices_ = start_prices_ = prices_;
    weight_ = start.weight;
    age_ = total_ = 0;
    first_movement_ = movement_ = 0;
}

void LinearProgram::choose_pairs(const std::vector<int>& cells) {
    const Problem& problem = *problem_;
    pair_count_.assign(problem.row.size(), -1);
    for (int x : cells) pair_count_[x] = 0;
    pair_number_.assign(problem.first.size(), -1);
    pairs_.clear();
    for (int p = 0; p < problem.pairs(); ++p) {
        if (pair_count_[problem.first[p]] < 0 || pair_count_[problem.second[p]] < 0) continue;
        ++pair_count_[problem.first[p]];
        ++pair_count_[problem.second[p]];
        pair_number_[p] = static_cast<int>(pairs_.size());
        pairs_.push_back(p);
    }
}

void LinearProgram::choose_cells(const std::vector<int>& cells) {
    cells_.clear();
    for (int x : cells)
        if (!is_leaf(x)) cells_.push_back(x);
}

void LinearProgram::number_limits(const PairIndex& index) {
    const Problem& problem = *problem_;
    limits_ = problem.rows + problem.columns;
    cell_limits_.clear();
    owner_.clear();
    pair_limits_.assign(pairs_.size(), {-1, -1, -1, -1});
    for (int x : cells_) {
        const int begin = limits_;
        number_groups(index, x, true);
        number_groups(index, x, false);
        owner_.insert(owner_.end(), limits_ - begin, static_cast<int>(cell_limits_.size()));
        cell_limits_.push_back({problem.row[x], problem.rows + problem.column[x], begin, limits_});
    }
    limit_leaves();
    int idle = 0;
    for (auto& limits : pair_limits_)
        for (int& limit : limits)
            if (limit < 0) limit = limits_ + idle++ % idle_limits;
}

// The limits of a cell's pairs with each row, or with each column. A single pair with a column has
// the limit of its row already.
void LinearProgram::number_groups(const PairIndex& index, int cell, bool by_row) {
    ends_.clear();
    for (int s : index.slots(cell)) {
        if (pair_number_[s / 2] < 0) continue;
        const int y = index.other_end(s);
        ends_.emplace_back(by_row ? problem_->row[y] : problem_->column[y], s);
    }
    std::sort(ends_.begin(), ends_.end());
    for (std::size_t k = 0, end = 0; k < ends_.size(); k = end) {
        while (end < ends_.size() && ends_[end].first == ends_[k].first) ++end;
        if (!by_row && end - k == 1) continue;
        for (std::size_t q = k; q < end; ++q) {
            const int slot = ends_[q].second;
            const int place = 2 * (slot % 2) + (by_row ? 0 : 1);
            pair_limits_[pair_number_[slot / 2]][place] = limits_;
        }
        ++limits_;
    }
}

void LinearProgram::limit_leaves() {
    const Problem& problem = *problem_;
    for (std::size_t q = 0; q < pairs_.size(); ++q) {
        const std::array<int, 2> ends = {problem.first[pairs_[q]], problem.second[pairs_[q]]};
        for (std::size_t e = 0; e < 2; ++e) {
            if (!is_leaf(ends[e])) continue;
            pair_limits_[q][2 * e] = problem.row[ends[e]];
            pair_limits_[q][2 * e + 1] = problem.rows + problem.column[ends[e]];
        }
    }
}

// Steps of prices are counts of variables until all are counted.
void LinearProgram::start_cells(const LinearSolution& start) {
    const Problem& problem = *problem_;
    const std::size_t count = cells_.size() + pairs_.size();
    choice_.resize(count);
    gain_.resize(count);
    choice_step_.resize(count);
    prices_.assign(static_cast<std::size_t>(limits_) + idle_limits, 0.0F);
    std::copy(start.row.begin(), start.row.end(), prices_.begin());
    std::copy(start.column.begin(), start.column.end(), prices_.begin() + problem.rows);
    price_step_.assign(prices_.size(), 0.0F);
    const auto triple = static_cast<float>(problem.triple);
    for (std::size_t k = 0; k < cells_.size(); ++k) {
        const CellLimits& limits = cell_limits_[k];
        gain_[k] = static_cast<float>(problem.unary[cells_[k]]) / triple;
        choice_[k] = start.cell[cells_[k]];
        choice_step_[k] = 1.0F / static_cast<float>(2 + limits.end - limits.begin);
        ++price_step_[limits.row];
        ++price_step_[limits.column];
        for (int g = limits.begin; g < limits.end; ++g) ++price_step_[g];
    }
}

void LinearProgram::start_pairs(const LinearSolution& start) {
    const auto triple = static_cast<float>(problem_->triple);
    const int ones = problem_->rows + problem_->columns;
    for (std::size_t q = 0; q < pairs_.size(); ++q) {
        const std::size_t k = cells_.size() + q;
        const int p = pairs_[q];
        gain_[k] = static_cast<float>(problem_->weight[p]) / triple;
        choice_[k] = start.pair[p];
        int count = 0;
        for (std::size_t t = 0; t < 4; ++t) {
            const int limit = pair_limits_[q][t];
            if (limit >= limits_) continue;
            ++count;
            ++price_step_[limit];
            if (limit >= ones) prices_[limit] = std::max(prices_[limit], start.prices[p][t]);
        }
        choice_step_[k] = 1.0F / static_cast<float>(count);
    }
}

}  // namespace tertium
