/// An upper bound for the alignment problem, improved step by step.
///
/// Each pair weight w(x, y) is split into a share a for the cell x and a share w - a for y. A
/// cell's value is then
///
///     value(x) = u(x) + M(x),
///
/// where M(x) is the best matching of the neighbours of i with the neighbours of j, x = (i, j),
/// that x's shares can pay for. The best assignment under these values is an upper bound, whatever
/// the shares (Lagrangian relaxation; Klau 2009). At its best it equals a linear program that is
/// tight for almost every pair of real AMRs. Shares are moved by subgradient steps: if a chosen
/// cell counts on a pair whose other end does not, the counting end's share is too large. With d(p)
/// the average of these disagreements over the last iterations and n(p) their number, pair p moves
/// by
///
///     step * d(p) * pace(p),   pace(p) = 1 / sqrt(1 + n(p)),
///     step = scale * (bound - target) / sum of d(p)^2 * pace(p),
///
/// Polyak's step in a metric in which pairs that disagree again and again move less and less
/// (Duchi et al. 2011): those go to and fro, while others still have a way to go.
///
/// M(x) falls apart into *blocks*, the connected parts of x's pairs seen as a bipartite graph
/// between neighbours. Nearly all are one pair, or one neighbour with several candidates (take the
/// largest), or two by two (compare the diagonals); the rest go through a small Hungarian
/// algorithm.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "align/assignment.hpp"
#include "align/matching.hpp"
#include "align/problem.hpp"
#include "support/interruption.hpp"

namespace tertium {

class Relaxation {
  public:
    /// Compute the bound for the problem's own shares. An interruption is checked meanwhile.
    void reset(const Problem& problem, Interruption* interruption = nullptr);

    Weight bound() const { return assignment_.bound(); }
    const Assignment& assignment() const { return assignment_; }
    /// The share of a pair's first cell; the second has the rest of the weight.
    Weight share(int pair) const { return share_[2 * static_cast<std::size_t>(pair)]; }

    /// Exclude every live cell that would cost more than `slack`. Returns how many.
    int exclude_above(Weight slack);
    /// Move the shares: `step(norm)` gives the step length for a direction with this squared norm.
    /// Returns false if both ends of every pair agree: the assignment earns what the bound says.
    template <class StepLength>
    bool move_shares(StepLength step) {
        if (!find_direction()) return false;
        apply(step(squared_norm()));
        return true;
    }
    /// Change a share; call `update` when all changes are made.
    void set_share(int pair, Weight share);
    void update() { refresh(); }
    /// What a cell's live pairs weigh, in triples.
    double live_weight(int cell) const;

    const PairIndex& pairs() const { return pairs_; }

  private:
    struct Block {
        int rows, columns, begin;  // a table of slots, row by row, `no_slot()` where there is none
    };
    /// The largest share of a row of a block.
    struct Best {
        Weight share;
        int column;
    };
    void make_blocks(Interruption* interruption);
    void make_blocks_of_two(int slot, int other);
    void make_blocks_of(int cell);
    bool make_full_block(std::span<const int> slots);
    void find_blocks(std::span<const int> slots);
    void make_block(std::span<const int> slots, int root);
    void make_single_rows();
    Weight inner_matching(int cell, std::vector<int>* used);
    Best best_of(const int* slots, int columns, int without = -1) const;
    Weight block_matching(const Block& block, std::vector<int>* used);
    Weight settle_two(const Block& block);
    Weight full_matching(const Block& block, std::vector<int>* used);
    /// A slot beyond those of all pairs, with a share of 0.
    int no_slot() const { return 2 * problem_->pairs(); }
    void start_moving();
    bool find_direction();
    double squared_norm() const;
    void apply(double step);
    void touch(int cell);
    void refresh();
    bool pair_dead(int pair) const {
        return assignment_.dead(problem_->first[pair]) || assignment_.dead(problem_->second[pair]);
    }

    const Problem* problem_ = nullptr;
    Assignment assignment_;
    std::vector<Weight> share_;  // by slot: of a pair's first cell, then of its second; none's
    PairIndex pairs_;
    std::vector<int> block_begin_, block_slots_;
    std::vector<Block> blocks_;
    std::vector<int> touched_, excluded_;
    std::vector<char> is_touched_;
    // subgradient with momentum, kept for the pairs where it is not 0
    bool moving_ = false;  // whether shares were moved at all
    std::vector<double> direction_, pace_;
    std::vector<int> disagreements_;
    std::vector<int> active_;
    std::vector<std::int8_t> sign_;
    std::vector<int> used_slots_;
    // scratch
    std::vector<Weight> first_values_;
    std::vector<Best> best_;
    SmallMatching small_;
    std::vector<int> row_mark_, column_mark_, parent_, end_row_, end_column_, block_rows_,
        block_columns_, first_, next_;
    std::vector<std::pair<int, int>> by_row_;  // row and slot
};

}  // namespace tertium
