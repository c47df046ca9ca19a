#include "graph/raw_graph.hpp"

#include "graph/penman.hpp"

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

PenmanReader::PenmanReader() : memory_(std::make_unique<RawGraph>()) {}

PenmanReader::~PenmanReader() = default;

void read_penman(const SharedText& text, const TakeEntry& take) { PenmanReader().read(text, take); }

std::vector<Entry> read_penman(std::string_view text) {
    std::vector<Entry> entries;
    read_penman(SharedText(std::string(text)),
                [&](Entry&& entry) { entries.push_back(std::move(entry)); });
    return entries;
}

PackedGraph RawGraph::pack(const SharedText& text, const Passage& passage) {
    graph.variables.clear();
    for (auto name : names.names()) graph.variables.push_back(slice(name));
    return PackedGraph(text, passage, graph);
}

}  // namespace tertium
