#include "python/held.hpp"

#include <stdexcept>
#include <utility>

namespace tertium::python {

namespace {
nb::handle this_module;
}  // namespace

void set_graph_type(nb::module_& m) {
    this_module = m;
    m.def(
        "set_graph_type", [](nb::type_object type) { this_module.attr("graph_type") = type; },
        "type"_a, nb::sig("def set_graph_type(type: type[GraphCore]) -> None"));
}

nb::object graph_type() { return this_module.attr("graph_type"); }

nb::object hold(Graph&& graph, nb::handle type) {
    nb::object held = nb::inst_alloc(type);
    new (nb::inst_ptr<HeldGraph>(held)) HeldGraph{{std::move(graph)}, {}, nb::none()};
    nb::inst_mark_ready(held);
    return held;
}

nb::object hold(Graph graph) { return hold(std::move(graph), graph_type()); }

nb::list hold_all(std::vector<std::optional<Graph>>& graphs) {
    const nb::object type = graph_type();
    nb::list list;
    for (auto& graph : graphs)
        list.append(graph ? hold(std::move(*graph), type) : nb::object(nb::none()));
    return list;
}

std::vector<const Graph*> pointers(nb::sequence graphs) {
    std::vector<const Graph*> list;
    list.reserve(nb::len(graphs));
    for (nb::handle graph : graphs)
        list.push_back(graph.is_none() ? nullptr : &nb::cast<const HeldGraph&>(graph));
    return list;
}

GraphPairs::GraphPairs(nb::sequence list_a, nb::sequence list_b)
    : a(pointers(list_a)), b(pointers(list_b)) {
    if (a.size() != b.size()) throw std::invalid_argument("the lists differ in length");
}

nb::str to_str(std::string_view text) {
    return nb::steal<nb::str>(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

nb::list to_list(const Lexicon& lexicon) {
    nb::list list;
    for (std::uint32_t i = 0; i < lexicon.size(); ++i) list.append(to_str(lexicon[i]));
    return list;
}

}  // namespace tertium::python
