/// One order of the variables for each graph, whatever they are called and however it was written.
///
///     (a / and :op1 (b / boy) :op2 (c / boy))     and, boy under :op1, boy under :op2
///
/// Variables get colours by what is said about them, and again by the colours of their neighbours,
/// until nothing changes. Where variables still share a colour, each of them in turn is told apart
/// from the others, and of all orders that follow, the one with the least list of edges is chosen
/// (McKay & Piperno 2014, without most of their pruning). A variable whose first order has the same
/// list as that of another can take its place, so the rest of what follows from it is not looked
/// at; nor are twins, which have the same neighbours. AMRs are nearly trees, and for trees the
/// first order is the right one.
#pragma once

#include <vector>

#include "graph/graph.hpp"

namespace tertium {

/// Bring a graph in standard form into its canonical order: variables are numbered x0, x1, ...,
/// triples are sorted, and a variable that no edge points at is the top. Two graphs become
/// equal if and only if they have the same triples but for the names of variables; the top is
/// ignored. Throws std::length_error if a graph has too many symmetries.
Graph order_canonically(const Graph& graph);

/// A number for each variable by what is said about it and its surroundings, up to 16 edges away.
/// Two variables have the same number only if nothing in these surroundings tells them apart.
std::vector<int> ranks_by_surroundings(const Graph& graph);

}  // namespace tertium
