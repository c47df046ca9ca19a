#include "accord/batch.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace tertium {

namespace {

std::pair<std::int32_t, std::int32_t> ends(const LabelledEdge& edge) {
    return std::minmax(edge.source, edge.target);
}

void bundle_edges(AccordGraph& graph) {
    graph.bundled.resize(graph.edges.size());
    std::iota(graph.bundled.begin(), graph.bundled.end(), 0);
    const auto edge = [&](std::int32_t e) { return graph.edges[static_cast<std::size_t>(e)]; };
    std::stable_sort(graph.bundled.begin(), graph.bundled.end(),
                     [&](std::int32_t e, std::int32_t f) { return ends(edge(e)) < ends(edge(f)); });
    for (std::size_t place = 0; place < graph.bundled.size(); ++place) {
        const auto [low, high] = ends(edge(graph.bundled[place]));
        const auto at = static_cast<std::int32_t>(place);
        if (graph.bundles.empty() || graph.bundles.back().low != low ||
            graph.bundles.back().high != high)
            graph.bundles.push_back({low, high, at, at});
        graph.bundles.back().end = at + 1;
    }
}

}  // namespace

AccordBatch::AccordBatch(const std::vector<const PackedGraph*>& a,
                         const std::vector<const PackedGraph*>& b, const Convention& convention)
    : graphs_(2 * a.size()) {
    if (a.size() != b.size()) throw std::invalid_argument("the lists differ in length");
    Graph standard;
    LabelledGraph labelled;
    for (std::size_t i = 0; i < graphs_.size(); ++i) {
        const PackedGraph* graph = i % 2 == 0 ? a[i / 2] : b[i / 2];
        if (graph == nullptr) continue;
        standardise(*graph, convention, standard);
        label_graph(standard, convention.inverse, words_, roles_, labelled);
        read(labelled, graphs_[i]);
    }
    for (std::size_t pair = 0; pair < size(); ++pair) check_size(pair);
}

void AccordBatch::read(const LabelledGraph& labelled, AccordGraph& graph) {
    graph.labels.reserve(labelled.labels.size());
    for (std::size_t node = 0; node < labelled.labels.size(); ++node)
        graph.labels.push_back(
            number(labelled.labels[node], node >= static_cast<std::size_t>(labelled.variables)));
    graph.edges = labelled.edges;
    mark_named(graph);
    bundle_edges(graph);
}

void AccordBatch::mark_named(AccordGraph& graph) const {
    for (std::uint32_t label : graph.labels) graph.mentions.push_back(2 * label);
    for (const LabelledEdge& edge : graph.edges)
        if (roles_[edge.role] == "name") graph.mentions[static_cast<std::size_t>(edge.source)] |= 1;
}

void AccordBatch::check_size(std::size_t pair) const {
    const std::size_t rows = graph(pair, 0).size(), columns = graph(pair, 1).size();
    const std::size_t larger = std::max(rows, columns);
    if (std::min(rows, columns) > 0 && larger * larger > accord_pair_limit)
        throw std::length_error("a graph has " + std::to_string(larger) +
                                " nodes, too many for an exact alignment");
}

std::uint32_t AccordBatch::number(std::uint32_t word, bool constant) {
    const std::size_t place = 2 * std::size_t{word} + (constant ? 1 : 0);
    if (place >= number_.size()) number_.resize(std::max(place + 1, 2 * number_.size()), -1);
    if (number_[place] < 0) {
        number_[place] = static_cast<std::int32_t>(word_.size());
        word_.push_back(word);
        constant_.push_back(constant ? 1 : 0);
    }
    return static_cast<std::uint32_t>(number_[place]);
}

}  // namespace tertium
