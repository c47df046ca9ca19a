/// What an alignment matches, triple by triple: the account that adds up to the counts of a pair.
#pragma once

#include <span>
#include <vector>

#include "align/problem.hpp"

namespace tertium {

/// A triple of a, a triple of b, or one of each that match.
struct Match {
    int a = -1, b = -1;  ///< places in the graphs; of a top, its variable
    bool top = false;
    double earned = 0;                ///< what the match is worth
    double worth_a = 0, worth_b = 0;  ///< what the triples count in the totals
};

/// The account of two standardised graphs under a mapping of variables, which has -1 for none.
/// `builder` has sketched them (and compressed, if that is asked for): what it does not count is
/// not in the account.
std::vector<Match> match_triples(const Graph& a, const Graph& b, std::span<const int> mapping,
                                 const ProblemBuilder& builder);

}  // namespace tertium
