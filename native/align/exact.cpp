#include "align/exact.hpp"

#include <algorithm>
#include <numeric>

#include "align/grown.hpp"
#include "align/lately.hpp"
#include "align/split.hpp"
#include "align/step_scale.hpp"

namespace tertium {

namespace {
// Tuned on unrelated and reified multi-sentence graphs; none is delicate.
constexpr int max_iterations = 3000;         // in one node
constexpr int improving_period = 8;          // every so many proposals are improved, however bad
constexpr int large_problem = 2000;          // cells and pairs from which a grown start may pay ...
constexpr double promising_start = 0.8;      // ... if the first one is below this part of the bound
constexpr double agreements[] = {0.5, 0.8};  // of the last assignments, to count as agreed on
constexpr int near_iterations = 80;          // that searching near the best alignment may take
constexpr double target = 0.9;               // of a grain: the bound to aim at
constexpr int rebuild_size = 48;             // smaller problems are not worth rebuilding ...
constexpr int fine_rebuild_size = 8;         // ... unless weights are small parts of a triple
constexpr std::int64_t step_size = 1000;     // cells and pairs that one step of the budget pays for

std::int64_t step_cost(int size) { return 1 + size / step_size; }
}  // namespace

struct ExactSearch::Node {
    Problem part;  // what is left of the parent's problem, unless this is the root
    const Problem* problem = nullptr;  // that, or the whole problem
    Relaxation relaxation;
    LocalSearch local;
    Lately lately;
    std::vector<int> best;  // cells of the best alignment of this problem
    Weight best_value = -1;
    Weight upper = 0;              // no alignment of this problem is worth more
    bool solved = false;           // by enumeration
    std::vector<int> parent_cell;  // of each cell, in the problem this one was made of
    std::vector<int> proposed;     // cells of the last assignment that became an alignment
    bool improved = false;         // and whether that was improved, however bad

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

ExactSearch::ExactSearch(Interruption* interruption) : interruption_(interruption) {}
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
    node.relaxation.reset(*node.problem, interruption_);
    node.local.reset(*node.problem, node.relaxation.pairs());
    propose(node, cutoff, true);
    if (&node == pool_[0].get() && !closed(node, cutoff)) grow_start(node);
    node.upper = std::max(floor_to_grain(node.relaxation.bound()), node.best_value);
    if (!closed(node, cutoff)) {
        const Outcome outcome = tighten(node, cutoff, max_iterations);
        if (outcome == Outcome::stalled && !stopped_) search_near(node, cutoff);
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
    const int alive = node.relaxation.assignment().alive();
    if (shrunk || !forced.empty() || alive * 10 < node.problem->cells() * 9)
        return descend(node, forced, -1, cutoff);
    const int cell = branching_cell(node);
    if (cell < 0) return node.upper;
    ++branches_;
    const Weight with = descend(node, {cell}, -1, cutoff);
    if (stopped_) return node.upper;
    return std::max(with, descend(node, {}, cell, cutoff));
}

bool ExactSearch::closed(const Node& node, Weight cutoff) const {
    return node.relaxation.bound() < std::max(cutoff, node.best_value) + grain_;
}

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

// Keep what the best alignment and this part of the last assignments agree on, and search the rest,
// which is small.
void ExactSearch::search_rest(Node& node, Weight cutoff, double agreement) {
    std::vector<int> agreed;
    for (int x : node.best)
        if (!node.relaxation.assignment().dead(x) && node.lately(x) >= agreement)
            agreed.push_back(x);
    const std::int64_t whole = budget_;
    const int size = node.problem->cells() + node.problem->pairs();
    budget_ = std::min(whole, steps_ + near_iterations * step_cost(size));
    descend(node, agreed, -1, cutoff);
    budget_ = whole;
    stopped_ = steps_ >= budget_;
}

ExactSearch::Outcome ExactSearch::tighten(Node& node, Weight cutoff, int iterations) {
    Relaxation& relaxation = node.relaxation;
    StepScale step{triple_, relaxation.bound(), fine()};
    Weight last_bound = -1, last_lower = -1;
    node.lately.reset(node.problem->cells());
    const int cells = node.problem->cells(), size = cells + node.problem->pairs();
    const int smallest = fine() ? fine_rebuild_size : rebuild_size;
    for (int k = 0; k < iterations; ++k) {
        check(interruption_, static_cast<std::size_t>(size));
        if (k > 0) propose(node, cutoff, k % improving_period == 0);
        const Weight lower = std::max(cutoff, node.best_value);
        if (trace_ != nullptr && &node == pool_[0].get())
            trace_->push_back({steps_, relaxation.bound(), node.best_value});
        if (closed(node, cutoff)) return Outcome::closed;
        if (steps_ >= budget_) {
            stopped_ = true;
            return Outcome::stalled;
        }
        steps_ += step_cost(size);
        node.lately.count(relaxation.assignment(), node.problem->rows);
        if (last_bound < 0 || relaxation.bound() < last_bound || lower > last_lower) {
            last_bound = relaxation.bound();
            last_lower = lower;
            if (relaxation.exclude_above(relaxation.bound() - lower - grain_) > 0) {
                if (closed(node, cutoff)) return Outcome::closed;
                last_bound = std::min(last_bound, relaxation.bound());
            }
        }
        if (cells > smallest && relaxation.assignment().alive() * 2 < cells) return Outcome::shrunk;
        const double gap =
            static_cast<double>(relaxation.bound() - lower) - target * static_cast<double>(grain_);
        if (!relaxation.move_shares([&](double norm) { return step.scale * gap / norm; })) {
            propose(node, cutoff, true);
            return closed(node, cutoff) ? Outcome::closed : Outcome::stalled;
        }
        if (!step.adapt(relaxation.bound(), lower, gap)) break;
    }
    return closed(node, cutoff) ? Outcome::closed : Outcome::stalled;
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

int ExactSearch::branching_cell(const Node& node) const {
    const Assignment& assignment = node.relaxation.assignment();
    int best = -1;
    double best_score = -1;
    for (int i = 0; i < node.problem->rows; ++i) {
        const int cell = assignment.cell_of_row(i);
        if (cell < 0) continue;
        const double undecided = std::min(node.lately(cell), 1 - node.lately(cell));
        const double score = (0.2 + undecided) * node.relaxation.live_weight(cell);
        if (score > best_score) best_score = score, best = cell;
    }
    for (int x = 0; best < 0 && x < node.problem->cells(); ++x)
        if (!assignment.dead(x)) best = x;
    return best;
}

// Solve what is left of a node when `forced` cells are chosen and `excluded` is not, component by
// component, smallest first; stop as soon as the whole cannot beat the node's best. Returns what
// the whole is worth at most.
Weight ExactSearch::descend(Node& node, const std::vector<int>& forced, int excluded,
                            Weight cutoff) {
    const Weight lower = std::max(cutoff, node.best_value);
    Split split(*node.problem, node.relaxation, forced, excluded);
    const std::size_t count = split.components();
    const std::size_t base = used_;
    used_ += count;
    Weight upper = split.earned();
    for (std::size_t c = 0; c < count; ++c) {
        Node& child = node_at(base + c);
        split.extract(c, child.part, child.parent_cell);
        child.problem = &child.part;
        child.upper = 0;
        child.solved = false;
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
