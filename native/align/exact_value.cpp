// The exact search, second part: find better alignments in a node.
#include <algorithm>

#include "align/exact_node.hpp"
#include "align/grown.hpp"

namespace tertium {

namespace {
constexpr double promising_start = 0.8;      // of the bound: a worse start may be replaced
constexpr double agreements[] = {0.5, 0.8};  // how much of a cell must be chosen to be kept
constexpr double least_agreed = 0.2;         // of the rows, or else the rest is not small
constexpr int near_iterations = 80;          // that searching near the best alignment may take ...
constexpr int hard_near_iterations = 200;    // ... in a hard problem
}  // namespace

// Turn the relaxation's assignment into an alignment; improve it if it is good or if asked to.
void ExactSearch::propose(Node& node, Weight cutoff, bool thoroughly) {
    if (!node.read_assignment() && node.improved >= thoroughly) return;
    node.improved = thoroughly;
    Alignment& alignment = node.local.alignment();
    alignment.clear();
    for (int i = 0; i < node.problem->rows; ++i)
        if (node.proposed[i] >= 0) alignment.set(i, node.proposed[i]);
    node.record();
    if (closed(node, cutoff)) return;
    const Weight promising = std::max(cutoff, node.best_value) - (fine() ? 0 : 2 * triple_);
    if (!thoroughly && alignment.value() < promising) return;
    node.local.improve(interruption_, &node == pool_[0].get());
    node.record();
}

// Where variables look alike and the first alignment is far below the bound, a grown one may be
// nearer.
void ExactSearch::grow_start(Node& node) {
    const int size = node.problem->cells() + node.problem->pairs();
    const bool alike = 2 * std::int64_t{node.problem->cells()} >
                       std::int64_t{node.problem->rows} * node.problem->columns;
    const auto hoped =
        static_cast<Weight>(promising_start * static_cast<double>(node.relaxation.bound()));
    if (!alike || size < large_problem || node.best_value >= hoped) return;
    grow(*node.problem, node.relaxation, node.local.alignment(), interruption_);
    node.record();
    node.local.improve(interruption_, true);
    node.record();
}

// Search near the best alignment, again as long as that finds a better one; at the root, then less
// near.
void ExactSearch::search_near(Node& node, Weight cutoff) {
    if (node.problem->cells() + node.problem->pairs() < large_problem) return;
    for (const double agreement : agreements) {
        for (Weight before = -1; before < node.best_value && !stopped_ && !closed(node, cutoff);) {
            before = node.best_value;
            search_rest(node, cutoff, agreement);
        }
        if (&node != pool_[0].get()) return;
    }
}

// Keep what the best alignment and this part of the last assignments agree on, and search the rest
// if it is small.
void ExactSearch::search_rest(Node& node, Weight cutoff, double agreement) {
    std::vector<int> agreed;
    for (int x : node.best)
        if (!node.relaxation.assignment().dead(x) && node.chosen(x) >= agreement)
            agreed.push_back(x);
    if (static_cast<double>(agreed.size()) < least_agreed * node.problem->rows) return;
    const std::int64_t whole = budget_;
    const int size = node.problem->cells() + node.problem->pairs();
    const int iterations = hard() ? hard_near_iterations : near_iterations;
    budget_ = std::min(whole, steps_ + iterations * step_cost(size));
    descend(node, agreed, -1, cutoff);
    budget_ = whole;
    stopped_ = steps_ >= budget_;
}

}  // namespace tertium
