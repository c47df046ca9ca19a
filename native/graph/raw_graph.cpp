#include "graph/raw_graph.hpp"

namespace tertium {

void RawGraph::clear() {
    triples.clear();
    marks.clear();
    names.clear();
    redefining = -1;
    defined_.clear();
}

void RawGraph::fill(Graph& graph) const {
    std::size_t bytes = instance_role.size();
    for (const auto& raw : triples)
        bytes += (raw.kind == Kind::instance ? 0 : raw.role.size()) + raw.value.size();
    for (auto name : names.names()) bytes += name.size();
    for (const auto& mark : marks) bytes += mark.text.size();
    Graph::Filler filler(graph, bytes);
    graph.variables.reserve(names.names().size());
    for (auto name : names.names()) graph.variables.push_back(filler.add(name));
    graph.top = 0;
    graph.redefining = redefining;
    const Slice instance = filler.add(instance_role);
    graph.triples.reserve(triples.size());
    for (const auto& raw : triples) {
        Triple triple{.source = raw.source,
                      .target = raw.target,
                      .role = instance,
                      .value = {},
                      .depth = raw.depth,
                      .kind = raw.kind,
                      .opens = raw.opens,
                      .missing = raw.missing};
        if (raw.kind != Kind::instance) triple.role = filler.add(raw.role);
        if (raw.kind == Kind::attribute && !raw.missing && raw.value.front() != '"' &&
            (triple.target = names.find(raw.value)) >= 0)
            triple.kind = Kind::edge;
        if (triple.kind != Kind::edge) triple.value = filler.add(raw.value);
        graph.triples.push_back(triple);
    }
    for (const auto& mark : marks)
        graph.marks.push_back({mark.triple, mark.on_role, filler.add(mark.text)});
}

}  // namespace tertium
