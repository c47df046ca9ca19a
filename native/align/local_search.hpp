/// Local search: the exact search's way to good alignments. It takes every small change that helps
/// until none does.
#pragma once

#include "align/alignment.hpp"
#include "align/problem.hpp"
#include "support/groups.hpp"
#include "support/interruption.hpp"

namespace tertium {

/// Moves, swaps, and moves that eject the column's owner to its best free column; if asked to, in
/// large problems also moves of two cells that earn something together, which neither would earn
/// alone.
class LocalSearch {
  public:
    void reset(const Problem& problem, const PairIndex& pairs);
    Alignment& alignment() { return alignment_; }
    /// An interruption is checked at every cell.
    void improve(Interruption* interruption = nullptr, bool with_pairs = false);

  private:
    void improve_cells(Interruption* interruption);
    bool improve_pairs(Interruption* interruption);
    bool improve_row(int row, PatientCheck& check);
    bool may_improve(int cell, int old) const;
    bool try_cell(int cell);
    bool try_pair(std::size_t pair);
    void give_up(int cell);
    int find_refuge(int row) const;
    Weight most_of_refuge(int row, int cell, int old) const;

    const Problem* problem_ = nullptr;
    const PairIndex* pairs_ = nullptr;
    Runs row_cells_;
    Alignment alignment_;
    std::vector<int> given_up_;  // cells that the pair being tried takes the place of
};

}  // namespace tertium
