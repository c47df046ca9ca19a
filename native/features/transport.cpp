#include "features/transport.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "support/wide.hpp"

namespace tertium {

namespace {
constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
constexpr double infinite = std::numeric_limits<double>::infinity();

/// The place of the least number, the first of equal ones.
TERTIUM_WIDE
std::size_t find_least(const std::vector<double>& numbers) {
    // Four at once: the least number does not depend on the order, and its place is found after it.
    double least[4] = {infinite, infinite, infinite, infinite};
    std::size_t i = 0;
    for (; i + 4 <= numbers.size(); i += 4)
        for (std::size_t k = 0; k < 4; ++k)
            least[k] = numbers[i + k] < least[k] ? numbers[i + k] : least[k];
    for (; i < numbers.size(); ++i) least[0] = std::min(least[0], numbers[i]);
    const double found = std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
    for (i = 0; numbers[i] != found;) ++i;
    return i;
}
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
        flow_[best * rows_ + i] = sent;
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
        const auto i = static_cast<std::size_t>(row_before_[j]);
        if (i == row) break;
        j = column_before_[i];
        amount = std::min(amount, flow_[j * rows_ + i]);
    }
    for (std::size_t j = end;;) {
        const auto i = static_cast<std::size_t>(row_before_[j]);
        flow_[j * rows_ + i] += amount;
        if (i == row) break;
        j = column_before_[i];
        flow_[j * rows_ + i] -= amount;
    }
    supply_[row] -= amount;
    demand_[end] -= amount;
}

/// Dijkstra's search from a row. A column that is settled has its length, so no later row can make
/// it shorter: looking needs no branch, and compilers turn it into instructions on several columns.
std::size_t Transport::find_path(std::size_t row) {
    column_length_.assign(columns_, infinite);
    open_length_.assign(columns_, infinite);
    row_before_.assign(columns_, 0);
    row_length_.assign(rows_, infinite);
    column_before_.resize(rows_);
    look_from(row, 0);
    for (;;) {
        const std::size_t nearest = find_least(open_length_);
        if (demand_[nearest] > 0) return nearest;
        open_length_[nearest] = infinite;
        const std::int64_t* flow = flow_.data() + nearest * rows_;
        for (std::size_t i = 0; i < rows_; ++i) {
            if (flow[i] == 0 || row_length_[i] < infinite) continue;
            column_before_[i] = nearest;
            look_from(i, column_length_[nearest]);
        }
    }
}

/// Shorten the paths to all columns by way of a row.
TERTIUM_WIDE
void Transport::look_from(std::size_t row, double length) {
    row_length_[row] = length;
    by_way_.resize(columns_);
    const double* __restrict cost = cost_.data() + row * columns_;
    const double* __restrict price = v_.data();
    double* __restrict known = column_length_.data();
    double* __restrict open = open_length_.data();
    double* __restrict by_way = by_way_.data();
    std::int64_t* __restrict before = row_before_.data();
    const double own = u_[row];
    const auto here = static_cast<std::int64_t>(row);
    const std::size_t count = columns_;
    for (std::size_t j = 0; j < count; ++j) {
        const double reduced = cost[j] - own - price[j];
        by_way[j] = length + (reduced > 0 ? reduced : 0);
    }
    for (std::size_t j = 0; j < count; ++j) before[j] = by_way[j] < known[j] ? here : before[j];
    for (std::size_t j = 0; j < count; ++j) open[j] = by_way[j] < known[j] ? by_way[j] : open[j];
    for (std::size_t j = 0; j < count; ++j) known[j] = by_way[j] < known[j] ? by_way[j] : known[j];
}

/// Move the prices of what the search reached, so that the path found costs nothing.
void Transport::reprice(double length) {
    for (std::size_t i = 0; i < rows_; ++i)
        if (row_length_[i] < infinite) u_[i] += length - row_length_[i];
    for (std::size_t j = 0; j < columns_; ++j)
        if (open_length_[j] == infinite) v_[j] -= length - column_length_[j];
}

double Transport::cost() const {
    double sum = 0;
    for (std::size_t i = 0; i < rows_; ++i)
        for (std::size_t j = 0; j < columns_; ++j)
            if (const std::int64_t flow = flow_[j * rows_ + i]; flow > 0)
                sum += static_cast<double>(flow) * cost_[i * columns_ + j];
    return total_ > 0 ? sum / static_cast<double>(total_) : 0;
}

double Transport::flow(std::size_t i, std::size_t j) const {
    return static_cast<double>(flow_[j * rows_ + i]) / static_cast<double>(total_);
}

}  // namespace tertium
