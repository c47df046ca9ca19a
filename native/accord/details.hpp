/// What the score of a pair rests on, node by node and edge by edge.
///
///     drink-01 :ARG0 kitten   against   sip-01 :ARG0 cat
///
///     kitten   gist    nearest cat        similarity 0.83, weight 2.1
///              strict  aligned with cat   similarity 0.88, weight 4.7
///     :ARG0    strict  aligned :ARG0      similarity 0.52, weight 2.5
///
/// These are the numbers that the heads added up, so whoever explains a score need not compute
/// anything again.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "accord/comparer.hpp"

namespace tertium {

/// For each node, its partner in the other graph (-1 for none), and how similar the two are.
struct NodePartners {
    std::vector<std::int32_t> partner;
    std::vector<std::int32_t> relation;  ///< a `Relation`; apart without a partner
    std::vector<std::int32_t> standing;  ///< a `Standing`
    std::vector<double> cosine, similarity;
};

/// Weights by side: of the graph a, then of b.
using SideWeights = std::array<std::vector<double>, 2>;

struct AccordDetails {
    AccordScore score;
    NodePartners aligned;                    ///< of the nodes of a, in the strict head
    std::array<NodePartners, 2> gist;        ///< of the nodes of a and of b
    std::vector<std::int32_t> edges, slots;  ///< as in `AccordPartners`
    std::vector<double> edge_similarity;     ///< 0 without a partner
    SideWeights gist_weight, strict_weight;  ///< of nodes
    SideWeights edge_weight;
};

/// Compare a pair and keep what its score rests on.
AccordDetails describe_pair(AccordComparer& comparer, std::size_t pair);

}  // namespace tertium
