#include "align/assignment.hpp"

#include <algorithm>

namespace tertium {

void Assignment::reset(const Problem& problem, const std::vector<Weight>& values,
                       Interruption* interruption) {
    problem_ = &problem;
    interruption_ = interruption;
    const std::size_t cells = problem.row.size(), rows = problem.rows, columns = problem.columns;
    row_begin_.assign(rows + 1, 0);
    column_begin_.assign(columns + 1, 0);
    for (std::size_t x = 0; x < cells; ++x) {
        ++row_begin_[problem.row[x] + 1];
        ++column_begin_[problem.column[x] + 1];
    }
    for (std::size_t i = 0; i < rows; ++i) row_begin_[i + 1] += row_begin_[i];
    for (std::size_t j = 0; j < columns; ++j) column_begin_[j + 1] += column_begin_[j];
    column_list_.resize(cells);
    frontier_.assign(column_begin_.begin(), column_begin_.end());
    for (std::size_t x = 0; x < cells; ++x)
        column_list_[frontier_[problem.column[x]]++] = static_cast<int>(x);
    value_ = values;
    dead_.assign(cells, 0);
    alive_ = static_cast<int>(cells);
    row_price_.assign(rows, 0);
    column_price_.assign(columns, 0);
    row_cell_.assign(rows, -1);
    column_cell_.assign(columns, -1);
    row_queued_.assign(rows, 0);
    column_queued_.assign(columns, 0);
    free_rows_.clear();
    free_columns_.clear();
    bound_ = 0;
    const std::size_t larger = std::max(rows, columns);
    distance_.resize(larger);
    reached_by_.resize(larger);
    stamp_.assign(larger, 0);
    epoch_ = 0;
    for (int i = 0; i < problem.rows; ++i) queue_row(i);
    repair();
}

void Assignment::queue_row(int row) {
    if (row_queued_[row]) return;
    row_queued_[row] = 1;
    free_rows_.push_back(row);
}

void Assignment::queue_column(int column) {
    if (column_queued_[column]) return;
    column_queued_[column] = 1;
    free_columns_.push_back(column);
}

void Assignment::release(int row) {
    const int cell = row_cell_[row];
    if (cell >= 0) {
        const int column = problem_->column[cell];
        row_cell_[row] = -1;
        column_cell_[column] = -1;
        queue_column(column);
    }
    queue_row(row);
}

void Assignment::set_value(int cell, Weight value) {
    const int row = problem_->row[cell];
    const int column = problem_->column[cell];
    if (value_[cell] == value) return;
    value_[cell] = value;
    if (row_cell_[row] == cell || value > row_price_[row] + column_price_[column]) release(row);
}

void Assignment::kill(int cell) {
    dead_[cell] = 1;
    --alive_;
    value_[cell] = 0;
    const int row = problem_->row[cell];
    if (row_cell_[row] == cell) release(row);
}

void Assignment::repair() {
    for (std::size_t q = 0; q < free_rows_.size(); ++q) {
        const int row = free_rows_[q];
        row_queued_[row] = 0;
        if (row_cell_[row] < 0) augment<true>(row);
    }
    free_rows_.clear();
    for (std::size_t q = 0; q < free_columns_.size(); ++q) {
        const int column = free_columns_[q];
        column_queued_[column] = 0;
        if (column_cell_[column] < 0) augment<false>(column);
    }
    free_columns_.clear();
    bound_ = 0;
    for (Weight price : row_price_) bound_ += price;
    for (Weight price : column_price_) bound_ += price;
}

// A shortest augmenting path from the free node `start` of one side (call it A) through the other
// (B). It ends in a free B-node, or leaves some A-node free at the cost of that node's price.
template <bool by_row>
void Assignment::augment(int start) {
    auto& price = by_row ? row_price_ : column_price_;
    auto& other_price = by_row ? column_price_ : row_price_;
    auto& cell_of = by_row ? row_cell_ : column_cell_;
    auto& other_cell_of = by_row ? column_cell_ : row_cell_;
    const auto& node_of = by_row ? problem_->row : problem_->column;
    const auto& other_of = by_row ? problem_->column : problem_->row;
    const auto& begin = by_row ? row_begin_ : column_begin_;
    const auto cell_at = [&](int q) { return by_row ? q : column_list_[q]; };
    const auto for_cells = [&](int node, auto visit) {
        for (int q = begin[node]; q < begin[node + 1]; ++q) {
            const int x = cell_at(q);
            if (!dead_[x]) visit(x);
        }
    };

    // The lowest price that keeps every inequality of `start`; a tight free partner ends it at
    // once.
    Weight best = 0;
    for_cells(start, [&](int x) { best = std::max(best, value_[x] - other_price[other_of[x]]); });
    price[start] = best;
    if (best == 0) return;
    int partner = -1;
    for_cells(start, [&](int x) {
        const int node = other_of[x];
        if (partner < 0 && other_cell_of[node] < 0 && value_[x] - other_price[node] == best)
            partner = x;
    });
    if (partner >= 0) {
        cell_of[start] = partner;
        other_cell_of[other_of[partner]] = partner;
        return;
    }

    ++epoch_;
    frontier_.clear();
    settled_.clear();
    Weight end_distance = price[start];  // so far: `start` itself stays free
    int end_node = start;
    bool ends_in_other = false;
    const auto scan = [&](int node, Weight base) {
        for_cells(node, [&](int x) {
            const int next = other_of[x];
            const Weight length = base + price[node] + other_price[next] - value_[x];
            if (length >= end_distance) return;
            if (stamp_[next] != epoch_) {
                stamp_[next] = epoch_;
                frontier_.push_back(next);
            } else if (length >= distance_[next]) {
                return;
            }
            distance_[next] = length;
            reached_by_[next] = x;
            if (other_cell_of[next] < 0) {
                end_distance = length;
                end_node = next;
                ends_in_other = true;
            }
        });
    };
    scan(start, 0);
    while (!frontier_.empty()) {
        check(interruption_, frontier_.size());
        std::size_t nearest = 0;
        for (std::size_t q = 1; q < frontier_.size(); ++q)
            if (distance_[frontier_[q]] < distance_[frontier_[nearest]]) nearest = q;
        const int node = frontier_[nearest];
        const Weight length = distance_[node];
        if (length >= end_distance) break;
        frontier_[nearest] = frontier_.back();
        frontier_.pop_back();
        settled_.push_back(node);
        const int owner = node_of[other_cell_of[node]];
        if (length + price[owner] < end_distance) {
            end_distance = length + price[owner];
            end_node = owner;
            ends_in_other = false;
        }
        scan(owner, length);
    }

    for (int node : settled_) {
        const Weight slack = end_distance - distance_[node];
        if (slack <= 0) continue;
        other_price[node] += slack;
        price[node_of[other_cell_of[node]]] -= slack;
    }
    price[start] -= end_distance;

    int node = end_node;
    if (!ends_in_other) {
        if (end_node == start) return;
        node = other_of[cell_of[end_node]];
        cell_of[end_node] = -1;
    }
    while (true) {
        const int x = reached_by_[node];
        const int owner = node_of[x];
        const int previous = cell_of[owner];
        cell_of[owner] = x;
        other_cell_of[node] = x;
        if (owner == start) return;
        node = other_of[previous];
    }
}

Weight Assignment::loss_without(int cell) const {
    const int row = problem_->row[cell], column = problem_->column[cell];
    Weight by_row = row_price_[row], by_column = column_price_[column];
    for (int y = row_begin(row); y < row_end(row); ++y)
        if (y != cell && !dead_[y]) by_row = std::min(by_row, reduced_cost(y));
    for (int q = column_begin(column); q < column_end(column); ++q) {
        const int y = column_list_[q];
        if (y != cell && !dead_[y]) by_column = std::min(by_column, reduced_cost(y));
    }
    return std::max(by_row, by_column);
}

}  // namespace tertium
