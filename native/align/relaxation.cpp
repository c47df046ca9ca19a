#include "align/relaxation.hpp"

#include <algorithm>
#include <cmath>

namespace tertium {

namespace {
constexpr double momentum = 0.8;
constexpr double negligible = 0.02;  // directions below this are forgotten
}  // namespace

void Relaxation::reset(const Problem& problem, Interruption* interruption) {
    problem_ = &problem;
    const std::size_t cells = problem.row.size(), pairs = problem.first.size();
    pairs_.reset(problem);
    make_blocks(interruption);
    share_.resize(2 * pairs + 1);
    share_.back() = 0;  // of no slot
    for (std::size_t p = 0; p < pairs; ++p) {
        share_[2 * p] = problem.share[p];
        share_[2 * p + 1] = problem.weight[p] - problem.share[p];
    }
    touched_.clear();
    is_touched_.assign(cells, 0);
    moving_ = false;
    active_.clear();
    first_values_.resize(cells);
    PatientCheck check(interruption);
    for (std::size_t x = 0; x < cells; ++x) {
        check(1 + pairs_.slots(static_cast<int>(x)).size());
        first_values_[x] = problem.unary[x] + inner_matching(static_cast<int>(x), nullptr);
    }
    assignment_.reset(problem, first_values_, interruption);
}

void Relaxation::touch(int cell) {
    if (is_touched_[cell]) return;
    is_touched_[cell] = 1;
    touched_.push_back(cell);
}

// Recompute the touched cells and mend the assignment.
void Relaxation::refresh() {
    for (int x : touched_) {
        is_touched_[x] = 0;
        if (!assignment_.dead(x))
            assignment_.set_value(x, problem_->unary[x] + inner_matching(x, nullptr));
    }
    touched_.clear();
    assignment_.repair();
}

int Relaxation::exclude_above(Weight slack) {
    assignment_.find_above(slack, excluded_);
    for (int x : excluded_) {
        assignment_.kill(x);
        for (int s : pairs_.slots(x)) {
            Weight* const share = share_.data() + (s & ~1);  // of the pair's first cell
            if (share[0] == 0 && share[1] == 0) continue;
            share[0] = share[1] = 0;
            touch(pairs_.other_end(s));
        }
    }
    if (!excluded_.empty()) refresh();
    return static_cast<int>(excluded_.size());
}

// Most small problems are closed by their first bound and never get here.
void Relaxation::start_moving() {
    moving_ = true;
    const std::size_t pairs = problem_->first.size();
    direction_.assign(pairs, 0.0);
    pace_.assign(pairs, 1.0);
    disagreements_.assign(pairs, 0);
    sign_.assign(pairs, 0);
}

// direction = momentum * direction + [first end counts on the pair] - [second end counts on it]
bool Relaxation::find_direction() {
    if (!moving_) start_moving();
    used_slots_.clear();
    for (int i = 0; i < problem_->rows; ++i)
        if (assignment_.cell_of_row(i) >= 0)
            inner_matching(assignment_.cell_of_row(i), &used_slots_);
    for (int s : used_slots_)
        sign_[s / 2] = static_cast<std::int8_t>(sign_[s / 2] + (s % 2 != 0 ? -1 : 1));
    std::size_t kept = 0;
    for (int p : active_) {
        const double decayed = direction_[p] * momentum;
        const bool fades = decayed < negligible && decayed > -negligible && sign_[p] == 0;
        direction_[p] = pair_dead(p) || fades ? 0.0 : decayed;
        if (direction_[p] != 0) active_[kept++] = p;
    }
    active_.resize(kept);
    bool disagree = false;
    for (int s : used_slots_) {
        const std::size_t p = s / 2;
        if (sign_[p] == 0) continue;
        disagree = true;
        if (direction_[p] == 0) active_.push_back(static_cast<int>(p));
        direction_[p] += sign_[p];
        pace_[p] = 1 / std::sqrt(1.0 + ++disagreements_[p]);
        if (direction_[p] == 0) direction_[p] = 1e-9;  // stays in the list of active pairs
        sign_[p] = 0;
    }
    return disagree;
}

double Relaxation::squared_norm() const {
    double sum = 0;
    for (int p : active_) sum += direction_[p] * direction_[p] * pace_[p];
    return sum;
}

void Relaxation::apply(double step) {
    for (int p : active_) {
        const auto moved = static_cast<Weight>(direction_[p] * pace_[p] * step);
        set_share(p, share_[2 * static_cast<std::size_t>(p)] - moved);
    }
    refresh();
}

void Relaxation::set_share(int pair, Weight share) {
    const std::size_t first = 2 * static_cast<std::size_t>(pair);
    share = std::clamp<Weight>(share, 0, problem_->weight[pair]);
    if (share == share_[first] || pair_dead(pair)) return;
    share_[first] = share;
    share_[first + 1] = problem_->weight[pair] - share;
    touch(problem_->first[pair]);
    touch(problem_->second[pair]);
}

double Relaxation::live_weight(int cell) const {
    double sum = 0;
    for (int s : pairs_.slots(cell))
        if (!pair_dead(s / 2)) sum += static_cast<double>(problem_->weight[s / 2]);
    return sum / static_cast<double>(problem_->triple);
}

}  // namespace tertium
