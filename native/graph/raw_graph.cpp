#include "graph/raw_graph.hpp"

namespace tertium {

void RawGraph::start(const char* place, bool laid_out) {
    graph.triples.clear();
    graph.marks.clear();
    graph.laid_out = laid_out;
    graph.top = 0;
    names.clear();
    begin = place;
}

void RawGraph::resolve_edges(bool quoted) {
    for (Triple& triple : graph.triples) {
        if (triple.kind != Kind::attribute || triple.missing) continue;
        const std::string_view value = view(triple.value);
        if (!quoted && value.front() == '"') continue;
        triple.target = names.find(value);
        if (triple.target < 0) continue;
        triple.kind = Kind::edge;
        triple.value = {};
    }
}

PackedGraph RawGraph::pack(const SharedText& text, const Passage& passage) {
    graph.variables.clear();
    for (auto name : names.names()) graph.variables.push_back(slice(name));
    return PackedGraph(text, passage, graph);
}

}  // namespace tertium
