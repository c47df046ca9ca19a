#include "standard/root.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>
#include <vector>

#include "standard/canonical_order.hpp"
#include "support/groups.hpp"
#include "support/index.hpp"

namespace tertium {

namespace {

using Variables = std::vector<std::int32_t>;

Variables roots_of(const Graph& graph) {
    std::vector<char> pointed_at(graph.size());
    for (const Triple& triple : graph.triples)
        if (triple.kind == Kind::edge) pointed_at[at(triple.target)] = 1;
    Variables roots;
    for (std::size_t v = 0; v < graph.size(); ++v)
        if (!pointed_at[v]) roots.push_back(static_cast<std::int32_t>(v));
    return roots;
}

// Of some variables, those from which the top can be reached along edges; or all, if none can.
Variables leading_to_top(const Graph& graph, const Variables& roots) {
    const Groups<> sources(graph.size(), [&](auto visit) {
        for (const Triple& triple : graph.triples)
            if (triple.kind == Kind::edge) visit(triple.target, triple.source);
    });
    std::vector<char> reached(graph.size());
    reached[at(graph.top)] = 1;
    Variables queue{graph.top};
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const int source : sources[at(queue[i])]) {
            if (reached[at(source)]) continue;
            reached[at(source)] = 1;
            queue.push_back(source);
        }
    }
    Variables leading;
    std::copy_if(roots.begin(), roots.end(), std::back_inserter(leading),
                 [&](std::int32_t v) { return reached[at(v)] != 0; });
    return leading.empty() ? roots : leading;
}

// Those whose concept comes first.
Variables first_by_concept(const Graph& graph, const Variables& candidates) {
    std::vector<std::string_view> concepts(graph.size());
    for (const Triple& triple : graph.triples) {
        if (triple.kind != Kind::instance || triple.missing) continue;
        std::string_view& own = concepts[at(triple.source)];
        if (own.empty() || graph.view(triple.value) < own) own = graph.view(triple.value);
    }
    const auto concept_of = [&](std::int32_t v) { return concepts[at(v)]; };
    const std::string_view least = concept_of(*std::min_element(
        candidates.begin(), candidates.end(),
        [&](std::int32_t x, std::int32_t y) { return concept_of(x) < concept_of(y); }));
    Variables first;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(first),
                 [&](std::int32_t v) { return concept_of(v) == least; });
    return first;
}

std::int32_t first_of(const Graph& graph, Variables candidates) {
    if (candidates.size() > 1) candidates = first_by_concept(graph, candidates);
    if (candidates.size() == 1) return candidates.front();
    const std::vector<int> colours = ranks_by_surroundings(graph);
    return *std::min_element(
        candidates.begin(), candidates.end(),
        [&](std::int32_t x, std::int32_t y) { return colours[at(x)] < colours[at(y)]; });
}

}  // namespace

void top_at_root(Graph& graph) {
    if (graph.size() == 0) return;
    Variables roots = roots_of(graph);
    if (graph.top >= 0) {
        if (roots.empty() || std::binary_search(roots.begin(), roots.end(), graph.top)) return;
        if (roots.size() > 1) roots = leading_to_top(graph, roots);
    } else if (roots.empty()) {
        roots.resize(graph.size());
        std::iota(roots.begin(), roots.end(), 0);
    }
    graph.top = first_of(graph, std::move(roots));
}

}  // namespace tertium
