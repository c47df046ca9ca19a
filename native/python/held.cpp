#include "python/held.hpp"

#include <set>
#include <stdexcept>
#include <utility>

namespace tertium::python {

namespace {
nb::handle this_module;
}  // namespace

StandardForm pack_form(const Graph& standard, const PackedGraph& given, const Origins* origins) {
    if (origins == nullptr) return {PackedGraph(standard), {}};
    return {PackedGraph(standard, given.comments()), origins->of(standard)};
}

StandardForm standard_form(const PackedGraph& graph, const Convention& convention) {
    Graph standard;
    Origins origins;
    standardise(graph, convention, standard, &origins);
    return pack_form(standard, graph, &origins);
}

StandardForm itself(const PackedGraph& graph) {
    Sources sources(graph.triples());
    for (std::size_t i = 0; i < sources.size(); ++i) sources[i] = {static_cast<std::int32_t>(i)};
    return {graph, std::move(sources)};
}

void set_graph_type(nb::module_& m) {
    this_module = m;
    m.def(
        "set_graph_type", [](nb::type_object type) { this_module.attr("graph_type") = type; },
        "type"_a, nb::sig("def set_graph_type(type: type[GraphCore]) -> None"));
}

nb::object graph_type() { return this_module.attr("graph_type"); }

nb::object hold(PackedGraph&& graph, nb::handle type) {
    nb::object held = nb::inst_alloc(type);
    new (nb::inst_ptr<HeldGraph>(held)) HeldGraph{{std::move(graph)}, {}};
    nb::inst_mark_ready(held);
    return held;
}

nb::object hold(PackedGraph graph) { return hold(std::move(graph), graph_type()); }

nb::object hold(StandardForm form, nb::handle given) {
    const auto& before = nb::cast<const HeldGraph&>(given).extras;
    nb::object held = hold(std::move(form.graph));
    if (form.sources.empty()) return held;
    Extras& extras = nb::inst_ptr<HeldGraph>(held)->more();
    extras.written = nb::borrow(given);
    extras.sources = std::move(form.sources);
    if (!before || !before->written.is_valid()) return held;
    extras.written = before->written;
    for (auto& list : extras.sources) {
        std::set<std::int32_t> all;
        for (std::int32_t i : list) {
            const auto& earlier = before->sources[static_cast<std::size_t>(i)];
            all.insert(earlier.begin(), earlier.end());
        }
        list.assign(all.begin(), all.end());
    }
    return held;
}

nb::list hold_all(std::vector<std::optional<StandardForm>>& forms, nb::sequence given) {
    nb::list list;
    for (std::size_t i = 0; i < forms.size(); ++i)
        list.append(forms[i] ? hold(std::move(*forms[i]), given[i]) : nb::object(nb::none()));
    return list;
}

std::vector<const PackedGraph*> pointers(nb::sequence graphs) {
    std::vector<const PackedGraph*> list;
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
