#include "features/sema.hpp"

#include <algorithm>
#include <numeric>

#include "support/index.hpp"

namespace tertium {

namespace {

double overlap(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) sum += std::min(a[i], b[i]);
    return sum;
}

}  // namespace

void SemaCounter::read(const PackedGraph* graph, Side& side) {
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

SemaCounts SemaCounter::compare(const PackedGraph* a, const PackedGraph* b) {
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

std::vector<SharedPart> SemaCounter::explain(const PackedGraph* a, const PackedGraph* b) {
    compare(a, b);
    std::vector<SharedPart> parts;
    const auto times = [](const std::vector<std::int32_t>& count, std::size_t i) {
        return i < count.size() ? count[i] : 0;
    };
    for (std::uint32_t triple = 1; triple < sequences_.size(); ++triple) {
        const int in_a = times(a_.count, triple), in_b = times(b_.count, triple);
        if (in_a + in_b == 0) continue;
        const SequenceTable::Sequence& end = sequences_[triple];
        const std::string source(symbols_[sequences_[end.prefix].second]);
        parts.push_back({source + " :" + std::string(symbols_[end.first]) + " " +
                             std::string(symbols_[end.second]),
                         2, static_cast<double>(in_a), static_cast<double>(in_b),
                         static_cast<double>(std::min(in_a, in_b))});
    }
    std::vector<std::int32_t> all_a, all_b;  // nodes by label, in context or not
    for (const auto& [side, all] : {std::pair(&a_, &all_a), std::pair(&b_, &all_b)})
        for (std::int32_t v = 0; v < side->graph.variables; ++v) {
            const std::uint32_t label = side->graph.labels[at(v)];
            if (label >= all->size()) all->resize(label + 1, 0);
            ++(*all)[label];
        }
    for (std::size_t label = 0; label < std::max(all_a.size(), all_b.size()); ++label) {
        const int in_a = times(all_a, label), in_b = times(all_b, label);
        if (in_a + in_b > 0)
            parts.push_back(
                {std::string(symbols_[static_cast<std::uint32_t>(label)]), 1,
                 static_cast<double>(in_a), static_cast<double>(in_b),
                 static_cast<double>(std::min(times(nodes_a_, label), times(nodes_b_, label)))});
    }
    return parts;
}

}  // namespace tertium
