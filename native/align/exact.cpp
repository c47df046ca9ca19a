#include "align/exact.hpp"

#include <algorithm>

#include "align/exact_node.hpp"

namespace tertium {

namespace {
constexpr int max_iterations = 3000;  // at the root ...
constexpr int child_iterations = 60;  // ... in its children, which inherit their shares ...
constexpr int known_iterations = 10;  // ... and where those are of a linear program
}  // namespace

ExactSearch::ExactSearch(Interruption* interruption, ProgramUse program_use)
    : interruption_(interruption), program_use_(program_use) {}
ExactSearch::~ExactSearch() = default;

ExactSearch::Node& ExactSearch::node_at(std::size_t index) {
    while (pool_.size() <= index) pool_.push_back(std::make_unique<Node>());
    return *pool_[index];
}

Solution ExactSearch::solve(const Problem& problem, std::int64_t budget, Weight cutoff) {
    grain_ = problem.grain();
    triple_ = problem.triple;
    budget_ = budget;
    steps_ = branches_ = 0;
    stopped_ = false;
    used_ = 1;
    Solution solution;
    if (problem.cells() == 0) return solution;
    Node& root = node_at(0);
    root.linear.known = false;
    root.problem = &problem;
    // A multiple of the grain, as all values are: a bound below the next one closes a node.
    const Weight below = cutoff > 0 ? floor_to_grain(cutoff - 1) : -1;
    search(root, below);
    solution.cells = root.best;
    solution.value = root.best_value;
    solution.upper = root.upper;
    if (!stopped_) solution.upper = std::min(solution.upper, std::max(below, root.best_value));
    solution.proven = solution.upper == solution.value;
    solution.steps = steps_;
    solution.branches = branches_;
    return solution;
}

// Look for an alignment worth more than `cutoff`; leaves the best found, and an upper bound.
bool ExactSearch::search(Node& node, Weight cutoff) {
    node.best_value = -1;
    node.best.clear();
    if (&node != pool_[0].get() && enumerate(node, cutoff)) return node.best_value > cutoff;
    node.proposed.assign(node.problem->rows, -2);
    node.linear_solved = false;
    node.probed = -1;
    node.relaxation.reset(*node.problem, interruption_);
    node.local.reset(*node.problem, node.relaxation.pairs());
    propose(node, cutoff, true);
    const bool is_root = &node == pool_[0].get();
    if (is_root && !closed(node, cutoff)) grow_start(node);
    node.upper = std::max(floor_to_grain(node.relaxation.bound()), node.best_value);
    if (!closed(node, cutoff)) {
        const int later = node.linear.known ? known_iterations : child_iterations;
        const Outcome outcome = tighten(node, cutoff, is_root ? max_iterations : later);
        if (outcome == Outcome::stalled && !stopped_) {
            if (is_root) search_near(node, cutoff);
            if (sharpen(node, cutoff)) search_near(node, cutoff);
        }
        limit(node, floor_to_grain(node.relaxation.bound()), cutoff);
        if (!stopped_ && !closed(node, cutoff))
            limit(node, divide(node, cutoff, outcome == Outcome::shrunk), cutoff);
    }
    return node.best_value > cutoff;
}

// Solve a small node by trying all its alignments.
bool ExactSearch::enumerate(Node& node, Weight cutoff) {
    if (steps_ >= budget_ || !enumeration_.solve(*node.problem, cutoff)) return false;
    ++steps_;
    node.best_value = enumeration_.value();
    node.best = enumeration_.cells();
    node.upper = std::max(cutoff, node.best_value);
    return true;
}

// Lower a node's upper bound to `bound`; what was excluded on the way is worth no more than the
// cutoff or the best alignment.
void ExactSearch::limit(Node& node, Weight bound, Weight cutoff) const {
    node.upper = std::min(node.upper, std::max({bound, cutoff, node.best_value}));
}

// Solve smaller problems instead: what is left if something was excluded or forced, else the two
// branches. Returns what any alignment of these is worth at most.
Weight ExactSearch::divide(Node& node, Weight cutoff, bool shrunk) {
    const std::vector<int> forced = forced_cells(node, cutoff);
    if (shrunk || !forced.empty() || has_shrunk(node)) return descend(node, forced, -1, cutoff);
    const int cell = branching_cell(node);
    if (cell < 0) return node.upper;
    ++branches_;
    const Weight with = descend(node, {cell}, -1, cutoff);
    if (stopped_) return node.upper;
    return std::max(with, descend(node, {}, cell, cutoff));
}

// Whether so many cells are excluded that a new problem pays.
bool ExactSearch::has_shrunk(const Node& node) const {
    return node.relaxation.assignment().alive() * 10 < node.problem->cells() * 9;
}

bool ExactSearch::closed(const Node& node, Weight cutoff) const {
    return node.relaxation.bound() < std::max(cutoff, node.best_value) + grain_;
}

// Assigned cells without which no better alignment exists.
std::vector<int> ExactSearch::forced_cells(const Node& node, Weight cutoff) const {
    const Assignment& assignment = node.relaxation.assignment();
    const Weight slack = assignment.bound() - std::max(cutoff, node.best_value) - grain_;
    std::vector<int> forced;
    for (int i = 0; i < node.problem->rows; ++i) {
        const int cell = assignment.cell_of_row(i);
        if (cell >= 0 && assignment.loss_without(cell) > slack) forced.push_back(cell);
    }
    return forced;
}

// Make a component a child, which begins with what its parent found out.
void ExactSearch::extract(const Node& node, std::size_t component, Node& child) {
    split_.extract(component, child.part, child.parent_cell);
    child.problem = &child.part;
    child.upper = 0;
    child.solved = false;
    child.linear.known = false;
    if (node.linear_solved)
        child.linear.take_part(node.linear, *node.problem, child.part, child.parent_cell,
                               split_.pairs(component));
}

// Solve what is left of a node when `forced` cells are chosen and `excluded` is not, component by
// component, smallest first; stop as soon as the whole cannot beat the node's best. Returns what
// the whole is worth at most.
Weight ExactSearch::descend(Node& node, const std::vector<int>& forced, int excluded,
                            Weight cutoff) {
    const Weight lower = std::max(cutoff, node.best_value);
    split_.reset(*node.problem, node.relaxation, forced, excluded);
    const std::size_t count = split_.components();
    const std::size_t base = used_;
    used_ += count;
    Weight upper = split_.earned();
    for (std::size_t c = 0; c < count; ++c) {
        Node& child = node_at(base + c);
        extract(node, c, child);
        if (count == 1) break;  // its bound is computed when it is searched
        child.solved = enumerate(child, -1);
        if (!child.solved) {
            child.relaxation.reset(child.part, interruption_);
            child.upper = floor_to_grain(child.relaxation.bound());
        }
        upper += child.upper;
    }
    std::vector<int> chosen = forced;
    Weight value = upper;  // of the components searched so far, and the bounds of the others
    bool better = count <= 1 || value > lower;
    for (std::size_t c = 0; c < count && better; ++c) {
        Node& child = node_at(base + c);
        upper -= child.upper;
        value -= child.upper;
        better = child.solved || search(child, std::max<Weight>(lower - value, -1));
        upper += child.upper;
        value += std::max<Weight>(child.best_value, 0);
        for (int x : child.best) chosen.push_back(child.parent_cell[static_cast<std::size_t>(x)]);
        better = better && value > lower;
    }
    used_ = base;
    if (better && value > node.best_value) {
        node.best_value = value;
        node.best = std::move(chosen);
    }
    return upper;
}

}  // namespace tertium
