#include "features/labelled.hpp"

namespace tertium {

void LabelledGraph::clear() {
    labels.clear();
    edges.clear();
    variables = 0;
    top = -1;
}

bool is_turned(std::string_view role, Inverse inverse) {
    if (inverse == Inverse::keep) return false;
    return inverse == Inverse::amr ? is_inverse(role) : role.ends_with("-of");
}

void edges_to_nodes(LabelledGraph& graph, Lexicon& labels, Lexicon& roles) {
    const std::uint32_t role = roles.add("edge");
    std::vector<LabelledEdge> edges;
    for (const LabelledEdge& edge : graph.edges) {
        const std::int32_t middle = graph.size();
        graph.labels.push_back(labels.add(std::string(":").append(roles[edge.role])));
        edges.push_back({edge.source, middle, role});
        edges.push_back({middle, edge.target, role});
    }
    graph.edges = std::move(edges);
}

}  // namespace tertium
