// The exact search, third part: choose the cell to branch on.
#include <algorithm>
#include <cmath>
#include <utility>

#include "align/exact_node.hpp"

namespace tertium {

namespace {
constexpr double least_doubt = 0.05;   // of a cell that is decided
constexpr std::size_t probes = 5;      // cells that are compared ...
constexpr int probe_iterations = 40;   // ... by so many iterations of each branch's program
constexpr double better_branch = 0.2;  // what counts of the branch that loses more
constexpr double clearly_less = 0.7;   // of the best cell so far: the other branch is not tried
}  // namespace

// How much depends on a cell, and how little is known about it. What depends on it counts to the
// power of 3/4, by roots: those are the same on every machine.
double ExactSearch::branching_score(const Node& node, int cell) const {
    const double undecided = std::min(node.chosen(cell), 1 - node.chosen(cell));
    const double root = std::sqrt(node.relaxation.live_weight(cell));
    return (least_doubt + undecided) * root * std::sqrt(root);
}

int ExactSearch::branching_cell(const Node& node) const {
    const Assignment& assignment = node.relaxation.assignment();
    if (node.probed >= 0 && !assignment.dead(node.probed)) return node.probed;
    int best = -1;
    double best_score = -1;
    for (int i = 0; i < node.problem->rows; ++i) {
        const int cell = assignment.cell_of_row(i);
        if (cell < 0) continue;
        const double score = branching_score(node, cell);
        if (score > best_score) best_score = score, best = cell;
    }
    for (int x = 0; best < 0 && x < node.problem->cells(); ++x)
        if (!assignment.dead(x)) best = x;
    return best;
}

// Compare the assigned cells with the highest scores by what both branches lose. The linear program
// must be that of the node.
void ExactSearch::probe_branches(Node& node) {
    std::vector<std::pair<double, int>> candidates;
    for (int i = 0; i < node.problem->rows; ++i)
        if (const int x = node.relaxation.assignment().cell_of_row(i); x >= 0)
            candidates.emplace_back(-branching_score(node, x), x);
    const std::size_t count = std::min(probes, candidates.size());
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count),
                      candidates.end());
    // What the iterations find without a branch: they change the value in any case.
    const std::vector<char> nothing(node.problem->row.size(), 0);
    const double value = program_.value_without(nothing, probe_iterations);
    charge(probe_iterations);
    double best = -1;
    for (std::size_t c = 0; c < count; ++c) {
        const int cell = candidates[c].second;
        const double lost = lost_by_branching(*node.problem, cell, value, clearly_less * best);
        if (lost > best) best = lost, node.probed = cell;
    }
}

// What the linear program loses at least in either branch; not exact if that is less than `enough`.
double ExactSearch::lost_by_branching(const Problem& problem, int cell, double value,
                                      double enough) {
    std::vector<char> out(problem.row.size(), 0);
    const auto loss = [&] {
        charge(probe_iterations);
        return std::max(0.0, value - program_.value_without(out, probe_iterations));
    };
    out[cell] = 1;
    const double excluded = loss();
    if (excluded < enough) return excluded;
    for (int x = 0; x < problem.cells(); ++x)
        out[x] = x != cell &&
                 (problem.row[x] == problem.row[cell] || problem.column[x] == problem.column[cell]);
    const double taken = loss();
    return std::min(excluded, taken) + better_branch * std::max(excluded, taken);
}

}  // namespace tertium
