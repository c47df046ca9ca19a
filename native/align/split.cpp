#include "align/split.hpp"

#include <algorithm>
#include <numeric>

namespace tertium {

void Split::reset(const Problem& problem, const Relaxation& relaxation,
                  const std::vector<int>& forced, int excluded) {
    problem_ = &problem;
    relaxation_ = &relaxation;
    earned_ = 0;
    unary_ = problem.unary;
    state_.resize(problem.row.size());
    for (int x = 0; x < problem.cells(); ++x)
        state_[x] = relaxation.assignment().dead(x) ? State::gone : State::open;
    if (excluded >= 0) state_[excluded] = State::gone;
    choose(forced);
    fold_pairs();
    join_nodes();
    number_parts();
}

void Split::choose(const std::vector<int>& forced) {
    const Assignment& assignment = relaxation_->assignment();
    const auto leave = [&](int y) { state_[y] = State::gone; };
    for (int x : forced) {
        assignment.for_live_in_row(problem_->row[x], leave);
        assignment.for_live_in_column(problem_->column[x], leave);
    }
    for (int x : forced) {
        state_[x] = State::chosen;
        earned_ += unary_[x];
    }
}

void Split::fold_pairs() {
    has_pair_.assign(state_.size(), 0);
    open_pairs_.clear();
    for (int p = 0; p < problem_->pairs(); ++p) {
        const int x = problem_->first[p], y = problem_->second[p];
        if (state_[x] == State::gone || state_[y] == State::gone) continue;
        if (state_[x] == State::chosen && state_[y] == State::chosen) {
            earned_ += problem_->weight[p];
        } else if (state_[x] == State::chosen) {
            unary_[y] += problem_->weight[p];
        } else if (state_[y] == State::chosen) {
            unary_[x] += problem_->weight[p];
        } else {
            open_pairs_.push_back(p);
            has_pair_[x] = has_pair_[y] = 1;
        }
    }
    for (std::size_t x = 0; x < state_.size(); ++x)
        if (state_[x] == State::open && !has_pair_[x] && unary_[x] == 0) state_[x] = State::gone;
}

int Split::find(int node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
}

// Union-find over rows and columns; parts get numbers in the order of their first cells.
void Split::join_nodes() {
    const int rows = problem_->rows, nodes = rows + problem_->columns;
    parent_.resize(static_cast<std::size_t>(nodes));
    std::iota(parent_.begin(), parent_.end(), 0);
    is_left_.assign(static_cast<std::size_t>(nodes), 0);
    int row = -1, root = -1;  // of the last cell
    for (int x = 0; x < problem_->cells(); ++x) {
        if (state_[x] != State::open) continue;
        if (problem_->row[x] != row) {
            row = problem_->row[x];
            root = find(row);
            is_left_[row] = 1;
        }
        const int column = rows + problem_->column[x];
        is_left_[column] = 1;
        root = parent_[root] = find(column);
    }
    for (int p : open_pairs_)
        parent_[find(problem_->row[problem_->first[p]])] = find(problem_->row[problem_->second[p]]);
    part_.assign(static_cast<std::size_t>(nodes), -1);
    order_.clear();
    for (int v = 0; v < nodes; ++v) {
        if (!is_left_[v]) continue;
        int& part = part_[find(v)];
        if (part < 0) {
            part = static_cast<int>(order_.size());
            order_.push_back(order_.size());
        }
        part_[v] = part;
    }
}

// Rows, columns and cells keep their order, so that the cells of a part stay sorted.
void Split::number_parts() {
    const int rows = problem_->rows, nodes = rows + problem_->columns;
    const std::size_t parts = order_.size();
    nodes_.reset(parts, [&](auto visit) {
        for (int v = 0; v < nodes; ++v)
            if (part_[v] >= 0) visit(part_[v], v);
    });
    cells_.reset(parts, [&](auto visit) {
        for (int x = 0; x < problem_->cells(); ++x)
            if (state_[x] == State::open) visit(part_[problem_->row[x]], x);
    });
    pairs_.reset(parts, [&](auto visit) {
        for (int p : open_pairs_) visit(part_[problem_->row[problem_->first[p]]], p);
    });
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
        return cells_[a].size() < cells_[b].size();
    });
    number_of_node_.resize(static_cast<std::size_t>(nodes));
    number_of_cell_.resize(state_.size());
}

void Split::extract(std::size_t component, Problem& problem, std::vector<int>& parent_cell) {
    const std::size_t part = order_[component];
    problem.clear();
    problem.triple = problem_->triple;
    for (int v : nodes_[part]) {
        const int column = v - problem_->rows;
        number_of_node_[v] = column < 0 ? problem.rows++ : problem.columns++;
        if (column >= 0) problem.price.push_back(relaxation_->assignment().column_price(column));
    }
    const std::span<const int> cells = cells_[part], pairs = pairs_[part];
    parent_cell.assign(cells.begin(), cells.end());
    problem.row.resize(cells.size());
    problem.column.resize(cells.size());
    problem.unary.resize(cells.size());
    for (std::size_t k = 0; k < cells.size(); ++k) {
        const int x = cells[k];
        number_of_cell_[x] = static_cast<int>(k);
        problem.row[k] = number_of_node_[problem_->row[x]];
        problem.column[k] = number_of_node_[problem_->rows + problem_->column[x]];
        problem.unary[k] = unary_[x];
    }
    problem.first.resize(pairs.size());
    problem.second.resize(pairs.size());
    problem.weight.resize(pairs.size());
    problem.share.resize(pairs.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const int p = pairs[k];
        problem.first[k] = number_of_cell_[problem_->first[p]];
        problem.second[k] = number_of_cell_[problem_->second[p]];
        problem.weight[k] = problem_->weight[p];
        problem.share[k] = relaxation_->share(p);
    }
}

}  // namespace tertium
