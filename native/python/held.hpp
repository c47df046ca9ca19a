/// Graphs and strings as Python holds them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "graph/packed.hpp"
#include "python/bindings.hpp"
#include "standard/standard.hpp"
#include "support/symbols.hpp"

namespace tertium::python {

/// For each triple, the triples that it comes from.
using Sources = std::vector<std::vector<std::int32_t>>;

/// What few graphs have, or only later.
struct Extras {
    nb::object triples;   ///< as they were asked for before
    nb::object metadata;  ///< as they were given, or asked for before
    nb::object written;   ///< of a standard form the graph that it was made of
    Sources sources;      ///< and the triples of that graph that its own come from
};

struct HeldGraph : PackedGraph {
    std::unique_ptr<Extras> extras;  ///< null until there are some

    Extras& more() {
        if (!extras) extras = std::make_unique<Extras>();
        return *extras;
    }
};

/// A standard form, and where its triples come from; no `sources` if nobody asked for them.
struct StandardForm {
    PackedGraph graph;
    Sources sources;
};

/// Pack the standard form of a graph. Its triples know where they come from if there are origins;
/// else it is made to be compared only, and has no comments either.
StandardForm pack_form(const Graph& standard, const PackedGraph& given, const Origins* origins);
/// Standardise a graph, with origins.
StandardForm standard_form(const PackedGraph& graph, const Convention& convention);
/// A graph that is one already.
StandardForm itself(const PackedGraph& graph);

/// Let the module's attribute `graph_type` be the class that Python has for graphs.
void set_graph_type(nb::module_& m);

/// Make a Python graph: one object, without a call of Python.
nb::object hold(PackedGraph&& graph, nb::handle type);
nb::object hold(PackedGraph graph);
/// Make a Python graph that knows where its triples come from: if `given` is a standard form
/// itself, from the graph that was written.
nb::object hold(StandardForm form, nb::handle given);
/// The class of Python graphs, for many calls of `hold`.
nb::object graph_type();
/// A list of standard forms of the `given` graphs, None where there is none.
nb::list hold_all(std::vector<std::optional<StandardForm>>& forms, nb::sequence given);
/// The graphs of a list, null for None.
std::vector<const PackedGraph*> pointers(nb::sequence graphs);

/// The graphs of two lists of the same length.
struct GraphPairs {
    std::vector<const PackedGraph*> a, b;
    /// Throws std::invalid_argument if the lengths differ.
    GraphPairs(nb::sequence list_a, nb::sequence list_b);
    std::size_t size() const { return a.size(); }
};

/// A string for Python. Comments and broken lines may hold anything, so invalid bytes are shown,
/// not refused.
nb::str to_str(std::string_view text);
nb::list to_list(const Lexicon& lexicon);

}  // namespace tertium::python
