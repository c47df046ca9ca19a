#include "accord/details.hpp"

#include <utility>

namespace tertium {

namespace {

double in_ones(Grains grains) {
    return static_cast<double>(grains) / static_cast<double>(one_grains);
}

NodePartners describe_nodes(const AccordComparer& comparer, const Similarities& head, bool of_b,
                            std::vector<std::int32_t> partners) {
    NodePartners found;
    for (std::size_t node = 0; node < partners.size(); ++node) {
        Relation relation = Relation::apart;
        Standing standing = Standing::alike;
        double cosine = 0;
        if (partners[node] >= 0) {
            const auto other = static_cast<std::size_t>(partners[node]);
            const std::size_t i = of_b ? other : node, j = of_b ? node : other;
            relation = comparer.relation(i, j);
            standing = comparer.standing(i, j);
            cosine = comparer.cosine(i, j);
        }
        found.relation.push_back(static_cast<std::int32_t>(relation));
        found.standing.push_back(static_cast<std::int32_t>(standing));
        found.cosine.push_back(cosine);
        found.similarity.push_back(
            in_ones(head.of(relation, standing, place_between(cosine, comparer.model().knots))));
    }
    found.partner = std::move(partners);
    return found;
}

std::vector<double> node_weights(const AccordGraph& graph, const std::vector<Grains>& weights) {
    std::vector<double> found;
    for (std::uint32_t mention : graph.mentions) found.push_back(in_ones(weights[mention]));
    return found;
}

std::vector<double> edge_weights(const AccordGraph& graph, const AccordModel& model) {
    std::vector<double> found;
    for (const LabelledEdge& edge : graph.edges) {
        const auto label = [&](std::int32_t node) {
            return graph.labels[static_cast<std::size_t>(node)];
        };
        found.push_back(
            in_ones(model.edge_weight(edge.role, label(edge.source), label(edge.target))));
    }
    return found;
}

}  // namespace

AccordDetails describe_pair(AccordComparer& comparer, std::size_t pair) {
    AccordDetails found;
    AccordPartners partners;
    found.score = comparer.compare(pair, partners);
    const AccordModel& model = comparer.model();
    found.aligned = describe_nodes(comparer, model.strict, false, std::move(partners.aligned));
    found.gist[0] = describe_nodes(comparer, model.gist, false, std::move(partners.gist_a));
    found.gist[1] = describe_nodes(comparer, model.gist, true, std::move(partners.gist_b));
    for (std::int32_t slot : partners.slots) {
        const Grains similarity =
            slot < 0 ? 0 : model.edge_similarities[static_cast<std::size_t>(slot)];
        found.edge_similarity.push_back(in_ones(similarity));
    }
    found.edges = std::move(partners.edges);
    found.slots = std::move(partners.slots);
    for (std::size_t side = 0; side < 2; ++side) {
        const AccordGraph& graph = comparer.graph(pair, static_cast<int>(side));
        found.gist_weight[side] = node_weights(graph, model.gist_weights);
        found.strict_weight[side] = node_weights(graph, model.strict_weights);
        found.edge_weight[side] = edge_weights(graph, model);
    }
    return found;
}

}  // namespace tertium
