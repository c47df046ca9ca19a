/// A problem that Python looks at, to hand it to another solver.
#pragma once

#include "align/problem.hpp"

namespace tertium::python {

struct PairProblem {
    Problem problem;
    bool swapped = false;  // whether rows belong to the prediction
};

}  // namespace tertium::python
