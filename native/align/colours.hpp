/// An order of variables that does not depend on their names or on the order of triples.
///
///     (a / and :op1 (x / boy) :op2 (y / boy))      x and y differ: one is :op1, the other :op2
///     (l / like-01 :ARG0 (x / boy) :ARG0 (y / boy))                x and y are interchangeable
///
/// A variable's first colour is a number made of its concepts, attributes and, if that counts,
/// being the top; each round mixes in roles and colours of its neighbours, until no colour splits
/// any more (Weisfeiler & Leman 1968). Variables with the same colour can hardly be told apart:
/// they are nearly always interchangeable. They keep their order.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/graph.hpp"

namespace tertium {

/// The final colour of each variable, the same on every machine. A top that does not count is left
/// out, since the canonical form of a graph may have any of several.
std::vector<std::uint64_t> refined_colours(const Graph& graph, bool top_counts);

/// The places of variables, sorted by colour.
std::vector<int> sorted_by_colour(const std::vector<std::uint64_t>& colours);

}  // namespace tertium
