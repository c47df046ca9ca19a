/// Graphs and strings as Python holds them.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string_view>
#include <vector>

#include "graph/graph.hpp"
#include "python/bindings.hpp"
#include "support/symbols.hpp"

namespace tertium::python {

/// A graph with what was asked of it before.
struct HeldGraph : Graph {
    nb::object triples_seen, metadata_seen;
};

/// Let the module's attribute `graph_type` be the class that Python has for graphs.
void set_graph_type(nb::module_& m);

/// Make a Python graph: one object, without a call of Python.
nb::object hold(Graph&& graph, nb::handle type);
nb::object hold(Graph graph);
/// The class of Python graphs, for many calls of `hold`.
nb::object graph_type();
/// A list of graphs, None where there is none.
nb::list hold_all(std::vector<std::optional<Graph>>& graphs);
/// The graphs of a list, null for None.
std::vector<const Graph*> pointers(nb::sequence graphs);

/// The graphs of two lists of the same length.
struct GraphPairs {
    std::vector<const Graph*> a, b;
    /// Throws std::invalid_argument if the lengths differ.
    GraphPairs(nb::sequence list_a, nb::sequence list_b);
    std::size_t size() const { return a.size(); }
};

/// A string for Python. Comments and broken lines may hold anything, so invalid bytes are shown,
/// not refused.
nb::str to_str(std::string_view text);
nb::list to_list(const Lexicon& lexicon);

}  // namespace tertium::python
