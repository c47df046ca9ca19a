/// The linear program behind the relaxation, solved to a few digits.
///
/// Moving shares (relaxation.hpp) brings the bound near its limit quickly and then crawls. The
/// limit is the value of a linear program: z(x) is how much cell x is chosen, y(p) how much pair p
/// is earned,
///
///     maximise   sum of u(x) z(x)  +  sum of w(p) y(p)
///     such that  the cells of a row or of a column add up to at most 1, and
///                for a cell x and a row or column k, the pairs of x with cells of k add up to at
///                most z(x).
///
/// A cell that earns nothing by itself, and something in one pair only, is a *leaf*: it is chosen
/// where that pair is earned. So it is left out, and the pair takes up the leaf's row and column
/// itself. In documents these are two cells of three.
///
/// Every limit has a price. What a pair of x and y pays at x, for its limits there, and what it
/// pays at y is at least w(p) at the optimum: prices are shares. Any prices give shares, and any
/// shares a bound, which the relaxation computes in whole numbers. So the program may be solved
/// in single precision and stopped at any time; the bound is a little less sharp then, never
/// wrong. How much a cell is chosen tells the search what is decided and where to branch.
///
/// The method is the primal-dual hybrid gradient (Chambolle & Pock 2011): move the choice along
/// what it earns at the present prices, then the prices along how far the choice, moved on as far
/// again, breaks its limits. Steps are shorter for variables with many limits and limits of many
/// variables (Pock & Chambolle 2011). An iteration maps (z, y, prices) to T(z, y, prices);
/// reflected and drawn towards a start as
///
///     next = k / (k + 1) * (2 T(now) - now) + start / (k + 1),
///
/// it comes to a fixed point quickly, if it starts anew at T(now) whenever T moves far less than at
/// the start (Lu & Yang 2024). An iteration touches every cell and every pair once, but for pairs
/// that are not chosen and would pay far more than they earn: these *sleep* for some iterations.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "align/linear_solution.hpp"
#include "align/problem.hpp"

namespace tertium {

/// Solves programs one after the other, keeping its memory.
class LinearProgram {
  public:
    /// Take up these cells of a problem, which are sorted, and the pairs among them.
    void reset(const Problem& problem, const PairIndex& index, const std::vector<int>& cells,
               const LinearSolution& start);
    void iterate();

    /// What the choice earns, in triples; it may break its limits a little.
    double value() const;
    /// How far an iteration moves the solution.
    double movement() const { return movement_; }
    /// Write the solution down. Cells that were not taken up are not chosen; the prices of their
    /// pairs stay as they are.
    void read(LinearSolution& solution) const;
    /// Call visit(pair, share of its first cell, in triples) for every pair.
    template <class Visit>
    void for_shares(Visit visit) const {
        for (std::size_t q = 0; q < pairs_.size(); ++q) visit(pairs_[q], share(q));
    }
    /// The value without these cells, estimated by some iterations that start from what is known:
    /// far too few to solve the program, enough to compare cells. `out` has a mark for each cell of
    /// the problem.
    double value_without(const std::vector<char>& out, int iterations) const;
    /// How many variables and limits there are.
    int size() const { return static_cast<int>(choice_.size()) + limits_; }

  private:
    using Values = std::vector<float>;
    struct CellLimits {
        int row, column, begin, end;  // from begin to end: those of its pairs
    };
    void choose_pairs(const std::vector<int>& cells);
    void choose_cells(const std::vector<int>& cells);
    bool is_leaf(int cell) const { return pair_count_[cell] <= 1 && problem_->unary[cell] == 0; }
    void number_limits(const PairIndex& index);
    void number_groups(const PairIndex& index, int cell, bool by_row);
    void limit_leaves();
    void start_cells(const LinearSolution& start);
    void start_pairs(const LinearSolution& start);
    void put_to_sleep();
    void swap_pairs(std::size_t k, std::size_t other);
    void map_choice();
    void find_slopes();
    void move_choice();
    void add_loads();
    void map_prices();
    void restart();
    void exclude(const std::vector<char>& out);
    double lagrangian();
    static double squared_way(const Values& from, const Values& to, const Values& step);
    /// The squared way of the choice and of the prices from these to the mapped ones.
    std::pair<double, double> way_from(const Values& choice, const Values& prices) const;
    float share(std::size_t q) const;

    const Problem* problem_ = nullptr;
    std::vector<int> cells_, pairs_;
    std::vector<int> pair_count_;   // by cell of the problem: its pairs, or -1
    std::vector<int> pair_number_;  // by pair of the problem, or -1
    // Limits are numbered: rows, columns, then groups of pairs, then some that limit nothing and
    // stand where a pair has less than four, in turn: additions to one place would wait for each
    // other.
    static constexpr int idle_limits = 16;
    std::vector<CellLimits> cell_limits_;
    std::vector<std::array<int, 4>> pair_limits_;
    std::vector<int> owner_;  // the cell of each group, as a place in `cells_`
    int limits_ = 0;
    std::vector<std::pair<int, int>> ends_;  // of a cell's pairs: row or column, and slot
    // cells, then pairs, of which the last ones sleep; and by limit
    std::size_t awake_ = 0;
    Values gain_, choice_step_, price_step_;
    Values choice_, mapped_choice_, start_choice_;
    Values prices_, mapped_prices_, start_prices_;
    Values slope_;  // of the choice
    Values load_;   // of limits
    float weight_ = 1;
    int age_ = 0, total_ = 0;  // iterations since the start, and since the first
    double first_movement_ = 0, movement_ = 0;
};

}  // namespace tertium
