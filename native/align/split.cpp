#include "align/split.hpp"

#include <algorithm>
#include <numeric>

namespace tertium {

Split::Split(const Problem& problem, const Relaxation& relaxation, const std::vector<int>& forced,
             int excluded)
    : problem_(problem),
      relaxation_(relaxation),
      state_(problem.row.size(), State::gone),
      unary_(problem.unary),
      new_row_(static_cast<std::size_t>(problem.rows), -1),
      new_column_(static_cast<std::size_t>(problem.columns), -1),
      new_cell_(problem.row.size(), -1) {
    for (int x = 0; x < problem.cells(); ++x)
        if (x != excluded && !relaxation.assignment().dead(x)) state_[x] = State::open;
    choose(forced);
    fold_pairs();
    find_parts();
}

void Split::choose(const std::vector<int>& forced) {
    const Assignment& assignment = relaxation_.assignment();
    for (int x : forced) {
        const int row = problem_.row[x], column = problem_.column[x];
        for (int y : assignment.cells_of_row(row)) state_[y] = State::gone;
        for (int y : assignment.cells_of_column(column)) state_[y] = State::gone;
    }
    for (int x : forced) {
        state_[x] = State::chosen;
        earned_ += unary_[x];
    }
}

void Split::fold_pairs() {
    std::vector<char> has_pair(state_.size());
    for (int p = 0; p < problem_.pairs(); ++p) {
        const int x = problem_.first[p], y = problem_.second[p];
        if (state_[x] == State::gone || state_[y] == State::gone) continue;
        if (state_[x] == State::chosen && state_[y] == State::chosen) {
            earned_ += problem_.weight[p];
        } else if (state_[x] == State::chosen) {
            unary_[y] += problem_.weight[p];
        } else if (state_[y] == State::chosen) {
            unary_[x] += problem_.weight[p];
        } else {
            open_pairs_.push_back(p);
            has_pair[x] = has_pair[y] = 1;
        }
    }
    for (std::size_t x = 0; x < state_.size(); ++x)
        if (state_[x] == State::open && !has_pair[x] && unary_[x] == 0) state_[x] = State::gone;
}

void Split::find_parts() {
    std::vector<int> parent(static_cast<std::size_t>(problem_.rows + problem_.columns));
    std::iota(parent.begin(), parent.end(), 0);
    const auto find = [&](int v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (int x = 0; x < problem_.cells(); ++x)
        if (state_[x] == State::open)
            parent[find(problem_.row[x])] = find(problem_.rows + problem_.column[x]);
    for (int p : open_pairs_)
        parent[find(problem_.row[problem_.first[p]])] = find(problem_.row[problem_.second[p]]);
    std::vector<int> part_of(parent.size(), -1);
    for (int x = 0; x < problem_.cells(); ++x) {
        if (state_[x] != State::open) continue;
        int& part = part_of[find(problem_.row[x])];
        if (part < 0) {
            part = static_cast<int>(parts_.size());
            parts_.emplace_back();
        }
        parts_[part].cells.push_back(x);
    }
    for (int p : open_pairs_)
        parts_[part_of[find(problem_.row[problem_.first[p]])]].pairs.push_back(p);
    std::stable_sort(parts_.begin(), parts_.end(),
                     [](const Part& a, const Part& b) { return a.cells.size() < b.cells.size(); });
}

void Split::extract(std::size_t component, Problem& problem, std::vector<int>& parent_cell) {
    const Part& part = parts_[component];
    problem.clear();
    problem.triple = problem_.triple;
    parent_cell = part.cells;  // sorted by row, then column, as all cells are
    // Rows and columns keep their order, so that the cells stay sorted.
    std::vector<int> columns;
    for (int x : part.cells) columns.push_back(problem_.column[x]);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (int j : columns) new_column_[j] = problem.columns++;
    for (int x : part.cells) {
        int& row = new_row_[problem_.row[x]];
        if (row < 0) row = problem.rows++;
        new_cell_[x] = problem.cells();
        problem.row.push_back(row);
        problem.column.push_back(new_column_[problem_.column[x]]);
        problem.unary.push_back(unary_[x]);
    }
    for (int p : part.pairs) {
        problem.first.push_back(new_cell_[problem_.first[p]]);
        problem.second.push_back(new_cell_[problem_.second[p]]);
        problem.weight.push_back(problem_.weight[p]);
        problem.share.push_back(relaxation_.share(p));
    }
}

}  // namespace tertium
