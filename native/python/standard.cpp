#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "python/bindings.hpp"
#include "python/held.hpp"
#include "standard/canonical_order.hpp"
#include "standard/reification.hpp"
#include "standard/standard.hpp"
#include "standard/subgraph.hpp"

namespace tertium::python {

namespace {

// Make a convention of answers as Python spells them; none may be missing.
Convention make_convention(const std::map<std::string, std::string>& given,
                           const ReificationTable* table) {
    Convention convention;
    for (const auto& [answer, values] : answers())
        if (!values.empty() && !given.contains(answer))
            throw std::invalid_argument("a convention needs an answer for '" + answer + "'");
    for (const auto& [answer, value] : given) convention.set(answer, value);
    if (table != nullptr) convention.table = std::make_shared<const ReificationTable>(*table);
    return convention;
}

// The values of each answer.
nb::dict answers_known() {
    nb::dict known;
    for (const auto& [answer, values] : answers()) {
        nb::list list;
        for (const std::string& value : values) list.append(value);
        known[answer.c_str()] = nb::tuple(list);
    }
    return known;
}

// Standardise graphs and take the part that a selection finds; None stays None.
nb::list select_parts(nb::sequence graphs, const Convention& convention,
                      const Selection& selection) {
    const std::vector<const Graph*> whole = pointers(graphs);
    std::vector<std::optional<Graph>> parts(whole.size());
    {
        const nb::gil_scoped_release release;
        for (std::size_t i = 0; i < whole.size(); ++i)
            if (whole[i] != nullptr)
                parts[i] = select(standardise(*whole[i], convention), selection);
    }
    return hold_all(parts);
}

void bind_convention(nb::module_& m) {
    nb::class_<ReificationTable>(m, "ReificationTable")
        .def("__init__",
             [](ReificationTable* self,
                const std::vector<std::tuple<std::string, std::string, std::string, std::string>>&
                    rows) {
                 std::vector<ReificationRule> rules;
                 for (const auto& [role, concept_, source, target] : rows)
                     rules.push_back({role, concept_, source, target});
                 new (self) ReificationTable(std::move(rules));
             });

    nb::class_<Convention>(m, "Convention")
        .def(
            "__init__",
            [](Convention* self, const std::map<std::string, std::string>& given,
               const ReificationTable* table) {
                new (self) Convention(make_convention(given, table));
            },
            "answers"_a, "table"_a.none());
    m.def("answers", &answers_known, nb::sig("def answers() -> dict[str, tuple[str, ...]]"));
    m.def(
        "standardise",
        [](const HeldGraph& graph, const Convention& convention) {
            return hold(standardise(Graph(graph), convention));
        },
        "graph"_a, "convention"_a,
        nb::sig("def standardise(graph: GraphCore, convention: Convention) -> GraphCore"));
}

void bind_selection(nb::module_& m) {
    nb::class_<Selection>(m, "Selection")
        .def(nb::init<>())
        .def_rw("roles", &Selection::roles)
        .def_rw("concepts", &Selection::concepts)
        .def_rw("instances", &Selection::instances)
        .def_rw("shallow", &Selection::shallow)
        .def_rw("everything", &Selection::everything)
        .def_rw("parents", &Selection::parents)
        .def_rw("reentrancies", &Selection::reentrancies)
        .def_rw("top", &Selection::top)
        .def_rw("full", &Selection::full)
        .def_rw("depth", &Selection::depth)
        .def_rw("smatchpp", &Selection::smatchpp)
        .def_rw("predicates", &Selection::predicates)
        .def_rw("above", &Selection::above)
        .def_prop_rw(
            "labels", [](const Selection& s) { return static_cast<int>(s.labels); },
            [](Selection& s, int labels) { s.labels = static_cast<Labels>(labels); })
        .def_rw("unlabeled", &Selection::unlabeled)
        .def_rw("senseless", &Selection::senseless)
        .def_rw("bag", &Selection::bag)
        .def_rw("distinct", &Selection::distinct);
    m.def("select", &select_parts, "graphs"_a, "convention"_a, "selection"_a,
          nb::sig("def select(graphs: Sequence[GraphCore | None], convention: Convention, "
                  "selection: Selection) -> list[GraphCore | None]"));
}

}  // namespace

void bind_standard(nb::module_& m) {
    m.def(
        "order_canonically", [](const HeldGraph& graph) { return hold(order_canonically(graph)); },
        "graph"_a, nb::sig("def order_canonically(graph: GraphCore) -> GraphCore"));
    bind_convention(m);
    bind_selection(m);
}

}  // namespace tertium::python
