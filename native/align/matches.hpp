/// What an alignment matches, triple by triple.
#pragma once

#include <span>
#include <vector>

#include "align/sketch.hpp"

namespace tertium {

struct Matches {
    std::vector<int> partner;    ///< for each triple of a, the triple of b it matches, or -1
    std::vector<double> earned;  ///< for each triple of a, what that match is worth
    std::vector<double> tops;    ///< for each variable of a, what the match of its top is worth
};

/// The matches of two standardised graphs under a mapping of variables, which has -1 for none.
Matches match_triples(const Graph& a, const Graph& b, std::span<const int> mapping, Top top,
                      const Grading& grading);

}  // namespace tertium
