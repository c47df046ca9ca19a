/// What the bindings of alignments share.
#pragma once

#include <utility>

#include "align/aligner.hpp"
#include "align/allowed.hpp"
#include "align/problem.hpp"

namespace tertium::python {

/// A problem that Python looks at, to hand it to another solver.
struct PairProblem {
    Problem problem;
    bool swapped = false;  // whether rows belong to the prediction
};

/// The groups of a pair's variables, the gold's first.
using GroupsOfPair = std::pair<Allowed::Sets, Allowed::Sets>;

inline Allowed allowed_by(const GroupsOfPair& groups) {
    return Allowed(groups.second, groups.first);
}

/// The same options, for work that may be interrupted.
inline AlignerOptions with(AlignerOptions options, Interruption* interruption) {
    options.interruption = interruption;
    return options;
}

}  // namespace tertium::python
