/// Local search: the exact search's way to good alignments. It takes every small change that helps
/// until none does.
#pragma once

#include "align/alignment.hpp"
#include "align/problem.hpp"
#include "support/groups.hpp"
#include "support/interruption.hpp"

namespace tertium {

/// Moves, swaps, and moves that eject the column's owner to its best free column.
class LocalSearch {
  public:
    void reset(const Problem& problem, const PairIndex& pairs);
    Alignment& alignment() { return alignment_; }
    /// An interruption is checked at every cell.
    void improve(Interruption* interruption = nullptr);

  private:
    bool try_cell(int cell);

    const Problem* problem_ = nullptr;
    Runs row_cells_;
    Alignment alignment_;
};

}  // namespace tertium
