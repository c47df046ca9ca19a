#include "features/sema.hpp"

#include <algorithm>
#include <numeric>

namespace tertium {

namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

double overlap(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) sum += std::min(a[i], b[i]);
    return sum;
}

}  // namespace

void SemaCounter::read(const Graph* graph, Side& side) {
    side.graph.clear();
    if (graph == nullptr) return;
    standardise(*graph, convention_, side.standard);
    label_graph(side.standard, convention_.inverse, symbols_, symbols_, side.graph);
}

void SemaCounter::count_triples(Side& side) {
    const LabelledGraph& graph = side.graph;
    side.triples.clear();
    for (const LabelledEdge& edge : graph.edges) {
        // A relation and an attribute are not the same, even if they look it: mark which end is a
        // constant.
        const std::uint32_t kind = edge.source >= graph.variables   ? 2
                                   : edge.target >= graph.variables ? 1
                                                                    : 0;
        const std::uint32_t source =
            sequences_.extend(SequenceTable::empty, kind, graph.labels[at(edge.source)]);
        side.triples.push_back(sequences_.extend(source, edge.role, graph.labels[at(edge.target)]));
    }
}

void SemaCounter::find_nodes(Side& side, const Side& other,
                             std::vector<std::int32_t>& count) const {
    const LabelledGraph& graph = side.graph;
    std::vector<bool> related(at(graph.variables)), qualified(at(graph.variables));
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        const LabelledEdge& edge = graph.edges[i];
        if (edge.source >= graph.variables || edge.target >= graph.variables) continue;
        const bool shared = other.count[side.triples[i]] > 0;
        for (const std::int32_t end : {edge.source, edge.target}) {
            related[at(end)] = true;
            if (shared) qualified[at(end)] = true;
        }
    }
    const LabelledGraph& theirs = other.graph;
    if (graph.top >= 0 && theirs.top >= 0 &&
        graph.labels[at(graph.top)] == theirs.labels[at(theirs.top)])
        qualified[at(graph.top)] = true;
    count.clear();
    for (std::int32_t v = 0; v < graph.variables; ++v) {
        if (related[at(v)] && !qualified[at(v)]) continue;
        const std::uint32_t label = graph.labels[at(v)];
        if (label >= count.size()) count.resize(label + 1, 0);
        ++count[label];
    }
}

SemaCounts SemaCounter::compare(const Graph* a, const Graph* b) {
    symbols_.clear();
    sequences_.clear();
    read(a, a_);
    read(b, b_);
    for (Side* side : {&a_, &b_}) count_triples(*side);
    for (Side* side : {&a_, &b_}) {
        side->count.assign(sequences_.size(), 0);
        for (std::uint32_t triple : side->triples) ++side->count[triple];
    }
    find_nodes(a_, b_, nodes_a_);
    find_nodes(b_, a_, nodes_b_);
    SemaCounts counts;
    counts.matched = overlap(a_.count, b_.count) + overlap(nodes_a_, nodes_b_);
    counts.total_a = static_cast<double>(at(a_.graph.variables) + a_.graph.edges.size());
    counts.total_b = static_cast<double>(at(b_.graph.variables) + b_.graph.edges.size());
    return counts;
}

}  // namespace tertium
