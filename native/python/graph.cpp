#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "graph/penman.hpp"
#include "python/bindings.hpp"
#include "python/held.hpp"

namespace tertium::python {

namespace {

using NamedTuple = std::tuple<std::string, std::string, std::optional<std::string>>;

// (source, :role, target); an inverse edge is turned around, so that equal meanings look equal.
nb::tuple triple_of(const Graph& graph, const Triple& triple) {
    std::string_view role = graph.view(triple.role);
    std::int32_t source = triple.source, target = triple.target;
    if (triple.kind == Kind::edge && is_inverse(role)) {
        role.remove_suffix(3);
        std::swap(source, target);
    }
    const auto name = [&](std::int32_t variable) {
        return to_str(graph.view(graph.variables[variable]));
    };
    const nb::object end = triple.missing ? nb::object(nb::none())
                           : triple.kind == Kind::edge
                               ? nb::object(name(target))
                               : nb::object(to_str(graph.view(triple.value)));
    return nb::make_tuple(name(source), to_str(":" + std::string(role)), end);
}

nb::object triples_of(HeldGraph& held) {
    nb::object& seen = held.more().triples;
    if (!seen.is_valid()) {
        const Graph graph = held.unpack();
        nb::list list;
        for (const Triple& triple : graph.triples) list.append(triple_of(graph, triple));
        seen = nb::tuple(list);
    }
    return seen;
}

// What the comment lines say; a later key replaces an earlier one.
nb::dict metadata_of(const HeldGraph& graph) {
    nb::dict found;
    for (const auto& [key, value] : read_metadata(graph.comments()))
        found[to_str(key)] = to_str(value);
    return found;
}

// Whether each triple leads to a variable: without quotes, a constant may look like one.
std::vector<bool> edges_of(const HeldGraph& held) {
    std::vector<bool> edges;
    for (const Triple& triple : held.unpack().triples) edges.push_back(triple.kind == Kind::edge);
    return edges;
}

// The same with every edge as it was given.
nb::list raw_triples_of(const HeldGraph& held) {
    const Graph graph = held.unpack();
    nb::list list;
    for (const Triple& triple : graph.triples) {
        const std::string_view end = triple.kind == Kind::edge
                                         ? graph.view(graph.variables[triple.target])
                                         : graph.view(triple.value);
        list.append(nb::make_tuple(to_str(graph.view(graph.variables[triple.source])),
                                   to_str(":" + std::string(graph.view(triple.role))),
                                   triple.missing ? nb::object(nb::none()) : to_str(end)));
    }
    return list;
}

nb::tuple variables_of(const HeldGraph& held) {
    const Graph graph = held.unpack();
    nb::list names;
    for (Slice name : graph.variables) names.append(to_str(graph.view(name)));
    return nb::tuple(names);
}

nb::list marks_of(const HeldGraph& held) {
    const Graph graph = held.unpack();
    nb::list list;
    for (const Mark& mark : graph.marks)
        list.append(nb::make_tuple(mark.triple, mark.on_role, to_str(graph.view(mark.text))));
    return list;
}

// The triple that gives a variable a second concept, if there is one.
nb::object redefinition_of(const HeldGraph& held) {
    if (held.extras && held.extras->written.is_valid()) return nb::none();  // a standard form
    const std::int32_t found = find_redefinition(held.unpack());
    return found < 0 ? nb::object(nb::none()) : nb::object(nb::int_(found));
}

// The line and the column of each triple, if the graph was read.
nb::object locations_of(const HeldGraph& held) {
    if (!held.written()) return nb::none();
    nb::list list;
    for (const Location& location : held.locations())
        list.append(nb::make_tuple(location.line, location.column));
    return nb::object(list);
}

// Of PENMAN that was read: the text, its line and its column; else None.
nb::object written_text_of(const HeldGraph& held) {
    const auto text = held.written();
    if (!text || !held.laid_out()) return nb::none();
    return nb::make_tuple(to_str(*text), held.location().line, held.location().column);
}

// For each triple of a standard form the places of those that it comes from, if they are known.
nb::object sources_of(const HeldGraph& held) {
    if (!held.extras || !held.extras->written.is_valid()) return nb::none();
    nb::list list;
    for (const auto& places : held.extras->sources) {
        nb::list numbers;
        for (std::int32_t place : places) numbers.append(place);
        list.append(nb::tuple(numbers));
    }
    return nb::object(nb::tuple(list));
}

void come_from(HeldGraph& held, nb::handle_t<HeldGraph> written, const Sources& sources) {
    held.more().written = nb::borrow(written);
    held.more().sources = sources;
}

// Something that few graphs have, or None.
nb::object extra(const HeldGraph& held, nb::object Extras::* member) {
    if (!held.extras || !((*held.extras).*member).is_valid()) return nb::none();
    return (*held.extras).*member;
}

// Entries become Python objects in batches: often enough that few are in memory twice, seldom
// enough that the interpreter's lock costs nothing.
constexpr std::size_t entries_per_batch = 1024;

class Listing {
  public:
    void take(Entry&& entry) {
        batch_.push_back(std::move(entry));
        if (batch_.size() < entries_per_batch) return;
        const nb::gil_scoped_acquire acquire;
        deliver();
    }

    // Graphs and faults, and the places of the faults.
    nb::tuple finish() {
        deliver();
        return nb::make_tuple(list_, faults_);
    }

  private:
    void deliver() {
        for (Entry& entry : batch_) {
            if (entry.ok) {
                list_.append(hold(std::move(entry.graph), type_));
            } else {
                faults_.append(list_.size());
                list_.append(nb::cast(std::move(*entry.fault)));
            }
        }
        batch_.clear();
    }

    nb::object type_ = graph_type();
    nb::list list_, faults_;
    std::vector<Entry> batch_;
};

// Python's bytes are shared by the graphs that are read; the last one to go gives them back.
SharedText share(nb::bytes data) {
    const std::string_view view(data.c_str(), data.size());
    const auto give_back = [](PyObject* object) {
        const nb::gil_scoped_acquire acquire;
        Py_DECREF(object);
    };
    return {std::shared_ptr<PyObject>(data.release().ptr(), give_back), view};
}

nb::tuple read_entries(nb::bytes data, const std::string& format) {
    const SharedText text = share(std::move(data));
    Listing listing;
    const auto take = [&](Entry&& entry) { listing.take(std::move(entry)); };
    {
        const nb::gil_scoped_release release;
        if (format == "triples") {
            read_triples(text, take);
        } else {
            read_penman(text, take);
        }
    }
    return listing.finish();
}

nb::object from_triples(const std::vector<NamedTuple>& triples, const std::string& top) {
    std::vector<NamedTriple> named;
    for (const auto& [source, role, target] : triples)
        named.push_back({source, role, target.value_or(""), !target.has_value()});
    return hold(PackedGraph(graph_from_triples(named, top)));
}

// Where a graph and its triples come from.
void bind_origin(nb::class_<HeldGraph>& core) {
    core.def_prop_ro(
            "_written", [](const HeldGraph& g) { return extra(g, &Extras::written); },
            nb::sig("def _written(self) -> GraphCore | None"))
        .def("_sources", &sources_of,
             nb::sig("def _sources(self) -> tuple[tuple[int, ...], ...] | None"))
        .def("_come_from", &come_from, "written"_a, "sources"_a,
             nb::sig("def _come_from(self, written: GraphCore, "
                     "sources: Sequence[Sequence[int]]) -> None"))
        .def("_locations", &locations_of,
             nb::sig("def _locations(self) -> list[tuple[int, int]] | None"))
        .def("_written_text", &written_text_of,
             nb::sig("def _written_text(self) -> tuple[str, int, int] | None"))
        .def("_move_to", [](HeldGraph& g, std::uint64_t line, std::uint64_t column) {
            g.move_to({line, column});
        });
}

// The graph with marks on the values of some triples, instead of those it has.
nb::object marked(const HeldGraph& graph,
                  const std::vector<std::pair<std::int32_t, std::string>>& marks) {
    Graph copy = graph.unpack();
    copy.marks.clear();
    for (const auto& [triple, text] : marks) {
        if (triple < 0 || static_cast<std::size_t>(triple) >= copy.triples.size())
            throw std::invalid_argument("there is no such triple");
        copy.marks.push_back({triple, false, copy.add(text)});
    }
    return hold(PackedGraph(copy, graph.comments()));
}

void bind_core(nb::module_& m) {
    // Names that begin with an underscore are for the Python class that is derived from this one.
    nb::class_<HeldGraph> core(m, "GraphCore");
    bind_origin(core);
    core.def_prop_ro("_triples", &triples_of,
                     nb::sig("def _triples(self) -> tuple[tuple[str, str, str | None], ...]"))
        .def_prop_ro("_variables", &variables_of,
                     nb::sig("def _variables(self) -> tuple[str, ...]"))
        .def_prop_ro("_top",
                     [](const HeldGraph& held) {
                         const Graph g = held.unpack();
                         return g.top < 0 ? nb::str("") : to_str(g.view(g.variables[g.top]));
                     })
        .def("_read_metadata", &metadata_of, nb::sig("def _read_metadata(self) -> dict[str, str]"))
        .def_prop_ro("_id",
                     [](const HeldGraph& g) { return to_str(find_metadata(g.comments(), "id")); })
        .def_prop_ro("_sentence",
                     [](const HeldGraph& g) { return to_str(find_metadata(g.comments(), "snt")); })
        .def_prop_ro("_redefinition", &redefinition_of,
                     nb::sig("def _redefinition(self) -> int | None"))
        .def_prop_rw(
            "_metadata", [](const HeldGraph& g) { return extra(g, &Extras::metadata); },
            [](HeldGraph& g, nb::object given) { g.more().metadata = given; },
            nb::for_getter(
                nb::sig("def _metadata(self) -> collections.abc.Mapping[str, str] | None")),
            nb::for_setter(
                nb::sig("def _metadata(self, value: collections.abc.Mapping[str, str]) -> None")))
        .def_prop_ro("_laid_out", [](const HeldGraph& g) { return g.laid_out(); })
        .def("_marks", &marks_of, nb::sig("def _marks(self) -> list[tuple[int, bool, str]]"))
        .def("_edges", &edges_of, nb::sig("def _edges(self) -> list[bool]"))
        .def("_raw_triples", &raw_triples_of,
             nb::sig("def _raw_triples(self) -> list[tuple[str, str, str | None]]"))
        .def(
            "_penman",
            [](const HeldGraph& g, bool one_line, bool marks) {
                return write_penman(g.unpack(), one_line, marks);
            },
            "one_line"_a, "marks"_a)
        .def("__len__", [](const HeldGraph& g) { return g.triples(); });
}

void bind_fault(nb::module_& m) {
    nb::class_<Fault>(m, "Fault")
        .def_ro("message", &Fault::message)
        .def_prop_ro("id", [](const Fault& f) { return to_str(f.id); })
        .def_prop_ro("sentence", [](const Fault& f) { return to_str(f.sentence); })
        .def_ro("line", &Fault::line)
        .def_ro("column", &Fault::column)
        .def_prop_ro("source", [](const Fault& f) { return to_str(f.source); });
}

}  // namespace

void bind_graph(nb::module_& m) {
    bind_core(m);
    set_graph_type(m);
    bind_fault(m);
    m.def("read", &read_entries, "data"_a, "format"_a,
          nb::sig("def read(data: bytes, format: str) -> "
                  "tuple[list[GraphCore | Fault], list[int]]"));
    m.def("is_inverse", &is_inverse, "role"_a, nb::sig("def is_inverse(role: str) -> bool"));
    m.def("marked", &marked, "graph"_a, "marks"_a,
          nb::sig("def marked(graph: GraphCore, marks: list[tuple[int, str]]) -> GraphCore"));
    m.def("from_triples", &from_triples, "triples"_a, "top"_a,
          nb::sig("def from_triples(triples: Sequence[tuple[str, str, str | None]], top: str) -> "
                  "GraphCore"));
}

}  // namespace tertium::python
