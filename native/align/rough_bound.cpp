#include "align/rough_bound.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "align/join.hpp"

namespace tertium {

namespace {

// Triples are matched as a whole.
Weight in_whole_triples(Weight halves) { return halves / 2 * unit; }

}  // namespace

Weight RoughBound::of(const Sketch& rows, const Sketch& columns, Weight least) {
    rows_ = static_cast<std::size_t>(rows.variables);
    columns_ = static_cast<std::size_t>(columns.variables);
    weigh(rows, columns);
    if (const Weight bound = in_whole_triples(best_of_lines()); bound < least) return bound;
    std::int64_t bound = price_rows();
    for (std::size_t i = 0; i < rows_ && in_whole_triples(bound) >= least; ++i)
        if (column_of_[i] == none && row_price_[i] > 0) bound -= make_room(i);
    return in_whole_triples(bound);
}

void RoughBound::weigh(const Sketch& rows, const Sketch& columns) {
    weights_.assign(rows_ * columns_, 0);
    times_.assign(columns_, 0);  // which are the more
    const auto weight = [&](std::int32_t i, std::int32_t j) -> std::int32_t& {
        return weights_[static_cast<std::size_t>(i) * columns_ + static_cast<std::size_t>(j)];
    };
    join(
        rows.facts, columns.facts, [](const Fact& f) { return f.key; },
        [&](std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
            for (; i < i_end; ++i)
                for (std::size_t k = j; k < j_end; ++k) {
                    const Fact &f = rows.facts[i], &g = columns.facts[k];
                    weight(f.variable, g.variable) += 2 * std::min(f.count, g.count);
                }
        });
    join(
        rows.links, columns.links, [](const Link& l) { return l.role; },
        [&](std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
            for (const auto side : {&Link::source, &Link::target}) {
                find_ends(rows.links, i, i_end, side, row_ends_);
                find_ends(columns.links, j, j_end, side, column_ends_);
                for (const auto& [row, times] : row_ends_)
                    for (const auto& [column, others] : column_ends_)
                        weight(row, column) += std::min(times, others);
            }
        });
}

// The variables that some links have at one side, and how often each.
void RoughBound::find_ends(const std::vector<Link>& links, std::size_t begin, std::size_t end,
                           std::int32_t Link::* side, Ends& ends) {
    ends.clear();
    for (std::size_t k = begin; k < end; ++k) {
        const std::int32_t variable = links[k].*side;
        std::int32_t& times = times_[static_cast<std::size_t>(variable)];
        if (times == 0) ends.emplace_back(variable, 0);
        times += links[k].count;
    }
    for (auto& [variable, times] : ends)
        times = std::exchange(times_[static_cast<std::size_t>(variable)], 0);
}

std::int64_t RoughBound::best_of_lines() {
    best_.assign(columns_, 0);
    row_price_.resize(rows_);
    std::int64_t by_row = 0, by_column = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
        const std::int32_t* row = weights_.data() + i * columns_;
        std::int32_t best = 0;
        for (std::size_t j = 0; j < columns_; ++j) {
            best = std::max(best, row[j]);
            best_[j] = std::max(best_[j], row[j]);
        }
        row_price_[i] = best;
        by_row += best;
    }
    for (const std::int32_t best : best_) by_column += best;
    return std::min(by_row, by_column);
}

// The first prices are the best of each row; rows take free columns where they have it.
std::int64_t RoughBound::price_rows() {
    column_price_.assign(columns_, 0);
    column_of_.assign(rows_, none);
    row_of_.assign(columns_, none);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
        sum += row_price_[i];
        const std::int32_t* row = weights_.data() + i * columns_;
        for (std::size_t j = 0; j < columns_ && row_price_[i] > 0; ++j) {
            if (row[j] != row_price_[i] || row_of_[j] != none) continue;
            column_of_[i] = j;
            row_of_[j] = i;
            break;
        }
    }
    return sum;
}

// Give a free row a partner, or leave the one free that loses the least; returns what is lost.
std::int32_t RoughBound::make_room(std::size_t start) {
    std::int32_t length = 0;
    std::size_t column = find_path(start, length);
    for (const std::size_t j : settled_) {
        const std::int32_t slack = length - distance_[j];
        column_price_[j] += slack;
        row_price_[row_of_[j]] -= slack;
    }
    row_price_[start] -= length;
    while (column != none) {
        const std::size_t row = row_before_[column];
        row_of_[column] = row;
        column = std::exchange(column_of_[row], column);
        if (row == start) break;
    }
    return length;
}

// The free column where the shortest path ends; or the column of a row that is left free, which is
// then taken from it; or `none` if that is the row where it starts.
std::size_t RoughBound::find_path(std::size_t start, std::int32_t& length) {
    distance_.assign(columns_, std::numeric_limits<std::int32_t>::max());
    row_before_.resize(columns_);
    is_settled_.assign(columns_, 0);
    settled_.clear();
    length = row_price_[start];
    std::size_t end = none;
    std::int32_t base = 0;  // how far the row is
    for (std::size_t row = start;;) {
        const std::int32_t* weights = weights_.data() + row * columns_;
        const std::int32_t so_far = base + row_price_[row];
        std::size_t nearest = none;
        for (std::size_t j = 0; j < columns_; ++j) {
            if (is_settled_[j]) continue;
            const std::int32_t there = so_far + column_price_[j] - weights[j];
            if (there < distance_[j]) distance_[j] = there, row_before_[j] = row;
            if (nearest == none || distance_[j] < distance_[nearest]) nearest = j;
        }
        if (nearest == none || distance_[nearest] >= length) break;
        if (row_of_[nearest] == none) {
            length = distance_[nearest];
            return nearest;
        }
        is_settled_[nearest] = 1;
        settled_.push_back(nearest);
        row = row_of_[nearest];
        base = distance_[nearest];
        if (base + row_price_[row] < length) {
            length = base + row_price_[row];
            end = nearest;
        }
    }
    if (end != none) column_of_[row_of_[end]] = none;
    return end;
}

}  // namespace tertium
