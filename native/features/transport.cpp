#include "features/transport.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace tertium {

namespace {
constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
constexpr double infinite = std::numeric_limits<double>::infinity();
}  // namespace

void Transport::solve(std::span<const double> cost, std::span<const std::int64_t> supply,
                      std::span<const std::int64_t> demand) {
    cost_ = cost;
    rows_ = supply.size();
    columns_ = demand.size();
    supply_.assign(supply.begin(), supply.end());
    demand_.assign(demand.begin(), demand.end());
    total_ = std::accumulate(supply.begin(), supply.end(), std::int64_t{0});
    if (total_ != std::accumulate(demand.begin(), demand.end(), std::int64_t{0}))
        throw std::invalid_argument("supply and demand differ");
    flow_.assign(rows_ * columns_, 0);
    start();
    for (std::size_t i = 0; i < rows_; ++i)
        while (supply_[i] > 0) {
            check(interruption_, rows_ + columns_);
            send(i);
        }
}

void Transport::solve_uniform(std::span<const double> cost, std::size_t rows, std::size_t columns) {
    const std::size_t divisor = std::gcd(rows, columns);
    uniform_supply_.assign(rows, static_cast<std::int64_t>(columns / divisor));
    uniform_demand_.assign(columns, static_cast<std::int64_t>(rows / divisor));
    solve(cost, uniform_supply_, uniform_demand_);
}

/// First prices: what the cheapest row costs a column, then what the cheapest column costs a row;
/// and flow wherever that makes the reduced cost zero.
void Transport::start() {
    v_.assign(columns_, infinite);
    for (std::size_t i = 0; i < rows_; ++i)
        for (std::size_t j = 0; j < columns_; ++j) v_[j] = std::min(v_[j], cost_[i * columns_ + j]);
    u_.assign(rows_, 0);
    for (std::size_t i = 0; i < rows_; ++i) {
        double least = infinite;
        std::size_t best = nowhere;
        for (std::size_t j = 0; j < columns_; ++j) {
            const double reduced = cost_[i * columns_ + j] - v_[j];
            if (reduced < least || (reduced == least && demand_[j] > 0 && demand_[best] == 0)) {
                least = reduced;
                best = j;
            }
        }
        if (best == nowhere) continue;
        u_[i] = least;
        const std::int64_t sent = std::min(supply_[i], demand_[best]);
        flow_[i * columns_ + best] = sent;
        supply_[i] -= sent;
        demand_[best] -= sent;
    }
}

/// Send as much as one path takes from `row`.
void Transport::send(std::size_t row) {
    const std::size_t end = find_path(row);
    reprice(column_length_[end]);
    std::int64_t amount = std::min(supply_[row], demand_[end]);
    for (std::size_t j = end;;) {
        const std::size_t i = row_before_[j];
        if (i == row) break;
        j = column_before_[i];
        amount = std::min(amount, flow_[i * columns_ + j]);
    }
    for (std::size_t j = end;;) {
        const std::size_t i = row_before_[j];
        flow_[i * columns_ + j] += amount;
        if (i == row) break;
        j = column_before_[i];
        flow_[i * columns_ + j] -= amount;
    }
    supply_[row] -= amount;
    demand_[end] -= amount;
}

std::size_t Transport::find_path(std::size_t row) {
    column_length_.assign(columns_, infinite);
    row_before_.assign(columns_, nowhere);
    settled_.assign(columns_, 0);
    row_length_.assign(rows_, 0);
    column_before_.assign(rows_, nowhere);
    reached_.assign(rows_, 0);
    const auto look_from = [&](std::size_t i, double length) {
        reached_[i] = 1;
        row_length_[i] = length;
        const double* cost = cost_.data() + i * columns_;
        for (std::size_t j = 0; j < columns_; ++j) {
            const double longer = length + std::max(0.0, cost[j] - u_[i] - v_[j]);
            if (settled_[j] == 0 && longer < column_length_[j]) {
                column_length_[j] = longer;
                row_before_[j] = i;
            }
        }
    };
    look_from(row, 0);
    for (;;) {
        std::size_t nearest = nowhere;
        for (std::size_t j = 0; j < columns_; ++j)
            if (settled_[j] == 0 &&
                (nearest == nowhere || column_length_[j] < column_length_[nearest]))
                nearest = j;
        if (demand_[nearest] > 0) return nearest;
        settled_[nearest] = 1;
        for (std::size_t i = 0; i < rows_; ++i) {
            if (reached_[i] != 0 || flow_[i * columns_ + nearest] == 0) continue;
            column_before_[i] = nearest;
            look_from(i, column_length_[nearest]);
        }
    }
}

/// Move the prices of what the search reached, so that the path found costs nothing.
void Transport::reprice(double length) {
    for (std::size_t i = 0; i < rows_; ++i)
        if (reached_[i] != 0) u_[i] += length - row_length_[i];
    for (std::size_t j = 0; j < columns_; ++j)
        if (settled_[j] != 0) v_[j] -= length - column_length_[j];
}

double Transport::cost() const {
    double sum = 0;
    for (std::size_t k = 0; k < flow_.size(); ++k)
        if (flow_[k] > 0) sum += static_cast<double>(flow_[k]) * cost_[k];
    return total_ > 0 ? sum / static_cast<double>(total_) : 0;
}

double Transport::flow(std::size_t i, std::size_t j) const {
    return static_cast<double>(flow_[i * columns_ + j]) / static_cast<double>(total_);
}

}  // namespace tertium
