/// A node of the exact search: a problem, and what is known about it.
///
/// Its own are the cells that were proposed and the best alignment; the relaxation, the local
/// search and the counts of assignments keep their memory from node to node.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "align/exact.hpp"
#include "align/lately.hpp"
#include "align/linear_solution.hpp"
#include "align/local_search.hpp"
#include "align/problem.hpp"
#include "align/relaxation.hpp"

namespace tertium {

constexpr int large_problem = 2000;  ///< cells and pairs from which costlier searches pay

/// The steps of one iteration with so many cells and pairs, or variables and limits.
inline std::int64_t step_cost(int size) { return 1 + size / 1000; }

struct ExactSearch::Node {
    Problem part;  // what is left of the parent's problem, unless this is the root
    const Problem* problem = nullptr;  // that, or the whole problem
    Relaxation relaxation;
    LocalSearch local;
    Lately lately;
    LinearSolution linear;
    bool linear_solved = false;  // here, not in the parent
    int probed = -1;             // the best cell to branch on, as far as the linear program says
    std::vector<int> best;       // cells of the best alignment of this problem
    Weight best_value = -1;
    Weight upper = 0;              // no alignment of this problem is worth more
    bool solved = false;           // by enumeration
    std::vector<int> parent_cell;  // of each cell, in the problem this one was made of
    std::vector<int> proposed;     // cells of the last assignment that became an alignment
    bool improved = false;         // and whether that was improved, however bad

    // How much a cell is chosen, as far as is known.
    double chosen(int cell) const {
        return linear_solved ? std::min(1.0F, linear.cell[cell]) : lately(cell);
    }

    // Read the relaxation's assignment; false if it is still the one read last.
    bool read_assignment() {
        bool changed = false;
        for (int i = 0; i < problem->rows; ++i) {
            const int cell = relaxation.assignment().cell_of_row(i);
            changed |= cell != proposed[i];
            proposed[i] = cell;
        }
        return changed;
    }

    void record() {
        if (local.alignment().value() <= best_value) return;
        best_value = local.alignment().value();
        local.alignment().chosen(best);
    }
};

}  // namespace tertium
