/// Exact optimal transport: the cheapest way to bring what the rows have to where the columns want
/// it.
///
///     minimise   sum of cost(i, j) · flow(i, j)
///     such that  row i sends supply(i), column j receives demand(j), no flow is negative.
///
/// Supplies and demands are whole numbers with the same sum, so flows are whole numbers too: n
/// nodes of weight 1/n against m of weight 1/m is n rows of supply m against m columns of demand n.
/// Solved by shortest augmenting paths with dual prices u, v: the reduced cost
/// c(i, j) - u(i) - v(j) is never negative, and zero where there is flow, which proves the optimum.
/// Dijkstra's search finds the cheapest path from a row with supply left to a column with demand
/// left; columns already served may be passed by taking flow back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/interruption.hpp"

namespace tertium {

/// Solves problems; keeps its memory from one to the next. One for each thread.
class Transport {
  public:
    /// An interruption is checked before every path.
    explicit Transport(Interruption* interruption = nullptr) : interruption_(interruption) {}
    /// Solve; `cost` has a row after the other. Throws std::invalid_argument if the sums of supply
    /// and demand differ.
    void solve(std::span<const double> cost, std::span<const std::int64_t> supply,
               std::span<const std::int64_t> demand);
    /// Solve for rows of equal weight and columns of equal weight.
    void solve_uniform(std::span<const double> cost, std::size_t rows, std::size_t columns);
    /// The cost of the optimum, for a total flow of 1.
    double cost() const;
    /// The flow from row i to column j, for a total flow of 1.
    double flow(std::size_t i, std::size_t j) const;

  private:
    void start();
    void send(std::size_t row);
    std::size_t find_path(std::size_t row);
    void look_from(std::size_t row, double length);
    void reprice(double length);

    Interruption* interruption_;
    std::span<const double> cost_;
    std::size_t rows_ = 0, columns_ = 0;
    std::int64_t total_ = 0;
    std::vector<std::int64_t> supply_, demand_;  // what is left
    std::vector<std::int64_t> flow_;             // a column after the other
    std::vector<double> u_, v_;
    // Of the search: lengths of the cheapest paths, infinite where none was found; the same of the
    // columns that may still be passed; the row before a column, the column before a row.
    std::vector<double> column_length_, row_length_, open_length_, by_way_;
    std::vector<std::int64_t> row_before_;
    std::vector<std::size_t> column_before_;
    std::vector<std::int64_t> uniform_supply_, uniform_demand_;
};

}  // namespace tertium
