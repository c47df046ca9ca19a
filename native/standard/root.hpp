/// The top of a graph whose edges all point one way.
///
///     (b / boy :ARG0-of (w / want-01))     the top becomes w
#pragma once

#include "graph/graph.hpp"

namespace tertium {

/// Make a variable the top that no edge points at. A top that is one stays; otherwise it is one of
/// those that lead to the top, and if there are several, the one whose concept comes first, or
/// whose neighbours' do. What is chosen does not depend on the order of triples.
void top_at_root(Graph& graph);

}  // namespace tertium
