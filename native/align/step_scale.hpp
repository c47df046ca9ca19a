/// How far the shares of a relaxation are moved: less and less when the bound stops falling.
///
/// Polyak's step is the distance to the bound that is hoped for, divided by the squared norm of the
/// direction. It is too long while the hope is too high, so it is scaled down after some iterations
/// without progress: at first after a few, because long steps are seldom the right ones for long;
/// later after some more, because a node that is bounded well branches less. The shares have
/// stalled when the scale is small and so is what the step aims at: while the gap is wide, even a
/// small scale moves the bound.
///
/// Where weights are small parts of a triple, no bound is rounded down: a node closes when its
/// shares solve the linear program and that is tight, or else by its branches. Steps that have to
/// shrink often are a sign of the latter, so they shrink faster and branches begin earlier.
#pragma once

#include <algorithm>

#include "align/weight.hpp"

namespace tertium {

struct StepScale {
    static constexpr int patience = 5;  ///< iterations without progress before the step shrinks ...
    static constexpr int late_patience = 8;        ///< ... and before a short one does
    static constexpr double short_scale = 0.3;     ///< of a short step
    static constexpr double decay = 0.7;           ///< by which it shrinks
    static constexpr double smallest_step = 0.05;  ///< below which the shares have stalled
    static constexpr double smallest_aim = 0.05;   ///< of a triple: below which they have, too
    static constexpr double fine_decay = 0.5;      ///< the same where weights are fine ...
    static constexpr double fine_smallest = 0.2;   ///< ... of a step and, of a triple, of an aim
    static constexpr Weight part_of_triple = 64;   ///< an improvement worth the name ...
    static constexpr Weight part_of_gap = 8;       ///< ... or this part of a small gap

    Weight triple;
    Weight best_bound;
    bool fine = false;  ///< weights are small parts of a triple: no whole value is waited for
    double scale = 1.0;
    int stale = 0;

    /// False if the steps, which aim at `scale * gap`, have become too small to be worth while.
    bool adapt(Weight bound, Weight lower, double gap) {
        const Weight progress = triple / part_of_triple;
        if (bound < best_bound - std::min(progress, (best_bound - lower) / part_of_gap)) {
            best_bound = bound;
            stale = 0;
        } else if (++stale >= (fine || scale > short_scale ? patience : late_patience)) {
            scale *= fine ? fine_decay : decay;
            stale = 0;
        }
        const double aim = scale * gap, one = static_cast<double>(triple);
        if (fine) return scale >= fine_smallest || aim >= fine_smallest * one;
        return scale >= smallest_step || aim >= smallest_aim * one;
    }
};

}  // namespace tertium
