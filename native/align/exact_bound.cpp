// The exact search, first part: lower the bound of a node.
#include <algorithm>
#include <cmath>
#include <utility>

#include "align/exact_node.hpp"
#include "align/step_scale.hpp"

namespace tertium {

namespace {
// Tuned on unrelated and reified multi-sentence graphs; none is delicate.
constexpr int improving_period = 8;         // every so many proposals are improved, however bad
constexpr double target = 0.9;              // of a grain: the bound to aim at
constexpr double shrinkage = 2;             // cells by those left, from which rebuilding pays
constexpr int rebuild_size = 48;            // smaller problems are not worth rebuilding ...
constexpr int fine_rebuild_size = 8;        // ... unless weights are small parts of a triple
constexpr int program_iterations = 800;     // of a linear program, at most
constexpr int step_iterations = 10;         // ... that count as a step
constexpr int program_period = 50;          // iterations until its value is looked at
constexpr int program_patience = 5;         // periods without progress
constexpr double program_progress = 0.005;  // triples that are progress
constexpr double program_settled = 0.1;     // movement of a program that is nearly solved ...
constexpr double program_hope = 0.1;    // ... and whose value moves by a smaller part of its excess
constexpr double program_error = 0.03;  // triples between bound and value: it is solved
}  // namespace

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
        if (cells > smallest && relaxation.assignment().alive() * shrinkage < cells)
            return Outcome::shrunk;
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

// Take the shares from the linear program; false if it is not worth it, or the node is closed.
bool ExactSearch::sharpen(Node& node, Weight cutoff) {
    const Problem& problem = *node.problem;
    const bool large = problem.cells() + problem.pairs() >= program_use_.from_size;
    if (!large || !hard() || stopped_ || closed(node, cutoff)) return false;
    if (!node.linear.known) node.linear.guess(problem, node.relaxation, node.lately);
    std::vector<int> cells;
    for (int x = 0; x < problem.cells(); ++x)
        if (!node.relaxation.assignment().dead(x)) cells.push_back(x);
    program_.reset(problem, node.relaxation.pairs(), cells, node.linear);
    iterate_program(node, cutoff);
    program_.read(node.linear);
    node.linear_solved = true;
    stopped_ = steps_ >= budget_;
    if (stopped_ || closed(node, cutoff)) return false;
    const Weight lower = std::max(cutoff, node.best_value);
    node.relaxation.exclude_above(node.relaxation.bound() - lower - grain_);
    if (closed(node, cutoff)) return false;
    if (forced_cells(node, cutoff).empty() && !has_shrunk(node)) probe_branches(node);
    return true;
}

// Iterate until the node is closed or its bound is about as low as it can be; leaves the best
// shares that were met. The value of the program tells how low the bound may come: while that is
// too high to close the node, the bound need not be known.
void ExactSearch::iterate_program(Node& node, Weight cutoff) {
    Relaxation& relaxation = node.relaxation;
    std::vector<Weight> shares(node.problem->first.size());
    const auto keep = [&] {
        for (int p = 0; p < node.problem->pairs(); ++p) shares[p] = relaxation.share(p);
    };
    keep();
    Weight bound = relaxation.bound();
    const auto progress = static_cast<Weight>(program_progress * static_cast<double>(triple_));
    double value = 0;
    bool ends = false;
    for (int k = 1, stale = 0; k <= program_iterations && !ends && steps_ < budget_; ++k) {
        check(interruption_, static_cast<std::size_t>(program_.size()));
        program_.iterate();
        if (k % step_iterations == 0) charge(step_iterations);
        if (k % program_period != 0) continue;
        const double before = std::exchange(value, program_.value());
        const double excess = value - in_ones(std::max(cutoff, node.best_value) + grain_);
        ends = k > program_period && program_.movement() < program_settled &&
               std::abs(value - before) < program_hope * excess;
        if (excess > 0 && !ends && k < program_iterations) continue;
        use_program_shares(relaxation);
        propose(node, cutoff, true);
        if (closed(node, cutoff)) return;
        stale = bound - relaxation.bound() > progress ? 0 : stale + 1;
        if (relaxation.bound() < bound) {
            bound = relaxation.bound();
            keep();
        }
        ends |= stale >= program_patience || in_ones(relaxation.bound()) - value < program_error;
    }
    for (int p = 0; p < node.problem->pairs(); ++p) relaxation.set_share(p, shares[p]);
    relaxation.update();
}

void ExactSearch::charge(int iterations) {
    steps_ += iterations * step_cost(program_.size()) / step_iterations;
}

void ExactSearch::use_program_shares(Relaxation& relaxation) const {
    const auto triple = static_cast<double>(triple_);
    program_.for_shares([&](int pair, float share) {
        relaxation.set_share(pair, static_cast<Weight>(static_cast<double>(share) * triple));
    });
    relaxation.update();
}

}  // namespace tertium
