/// A graph as nodes with labels and edges between them.
///
///     (p / pie :quant 2)   is   pie --quant--> 2
///
/// Metrics without an alignment see a graph so: a node is a variable, labelled by its concept, or a
/// constant, each mention a node of its own. Labels and roles are numbers from tables, so graphs
/// that share their tables can be compared.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.hpp"
#include "standard/standard.hpp"
#include "support/symbols.hpp"

namespace tertium {

struct LabelledEdge {
    std::int32_t source = 0;
    std::int32_t target = 0;
    std::uint32_t role = 0;
};

struct LabelledGraph {
    std::vector<std::uint32_t> labels;  ///< of the nodes: first the variables, then the constants
    std::vector<LabelledEdge> edges;
    std::int32_t variables = 0;
    std::int32_t top = -1;

    std::int32_t size() const { return static_cast<std::int32_t>(labels.size()); }
    void clear();
};

/// Whether a constant's edge is turned around: `:ARG0-of 5`, which `turn_inverses` leaves alone.
bool is_turned(std::string_view role, Inverse inverse);

/// Label a graph that `standardise` made. `Table` is a SymbolTable, which refers to the graph's
/// text, or a Lexicon; labels and roles may share one. A variable without a concept has the empty
/// label.
template <class Table>
void label_graph(const Graph& graph, Inverse inverse, Table& labels, Table& roles,
                 LabelledGraph& out) {
    out.clear();
    out.variables = static_cast<std::int32_t>(graph.size());
    out.top = graph.top;
    out.labels.assign(graph.size(), labels.add(""));
    std::vector<bool> named(graph.size());
    for (const Triple& triple : graph.triples) {
        const auto source = static_cast<std::size_t>(triple.source);
        std::string_view role = graph.view(triple.role);
        if (triple.kind == Kind::instance && !named[source]) {
            named[source] = true;
            out.labels[source] = labels.add(graph.view(triple.value));
        } else if (triple.kind == Kind::edge) {
            out.edges.push_back({triple.source, triple.target, roles.add(role)});
        } else if (triple.kind == Kind::attribute || !triple.missing) {
            LabelledEdge edge{triple.source, out.size(), 0};
            out.labels.push_back(labels.add(graph.view(triple.value)));
            if (is_turned(role, inverse)) {
                role.remove_suffix(3);
                std::swap(edge.source, edge.target);
            }
            edge.role = roles.add(role);
            out.edges.push_back(edge);
        }
    }
}

/// Every edge becomes a node that is labelled by its role, and two edges with one role, `edge`:
/// s --r--> t is s --edge--> r --edge--> t.
void edges_to_nodes(LabelledGraph& graph, Lexicon& labels, Lexicon& roles);

}  // namespace tertium
