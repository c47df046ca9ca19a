#include "standard/full_subgraph.hpp"

#include "support/groups.hpp"

namespace tertium {

void FullSubgraph::add(std::int32_t variable) {
    if (inside_[static_cast<std::size_t>(variable)]) return;
    inside_[static_cast<std::size_t>(variable)] = 1;
    queue_.push_back(variable);
}

void FullSubgraph::complete(const std::vector<char>& stops,
                            const std::vector<std::int32_t>& outside) {
    if (queue_.empty()) return;
    follow_edges(stops);
    take_what_hangs(outside);
}

void FullSubgraph::follow_edges(const std::vector<char>& stops) {
    const Groups<> targets(graph_.size(), [&](auto visit) {
        for (std::size_t i = 0; i < graph_.triples.size(); ++i)
            if (graph_.triples[i].kind == Kind::edge && !stops[i])
                visit(graph_.triples[i].source, graph_.triples[i].target);
    });
    for (std::size_t i = 0; i < queue_.size(); ++i)
        for (int target : targets[static_cast<std::size_t>(queue_[i])]) add(target);
}

void FullSubgraph::take_what_hangs(const std::vector<std::int32_t>& outside) {
    const Groups<> neighbours(graph_.size(), [&](auto visit) {
        for (const Triple& triple : graph_.triples) {
            if (triple.kind != Kind::edge) continue;
            visit(triple.source, triple.target);
            visit(triple.target, triple.source);
        }
    });
    // What the rest hangs on keeps everything that it reaches without entering the sub-graph.
    std::vector<char> kept(inside_);
    std::vector<std::int32_t> rest;
    const auto keep = [&](std::int32_t v) {
        if (v < 0 || kept[static_cast<std::size_t>(v)]) return;
        kept[static_cast<std::size_t>(v)] = 1;
        rest.push_back(v);
    };
    keep(graph_.top);
    for (std::int32_t v : outside) keep(v);
    for (std::size_t i = 0; i < rest.size(); ++i)
        for (int v : neighbours[static_cast<std::size_t>(rest[i])]) keep(v);
    for (std::size_t i = 0; i < queue_.size(); ++i)
        for (int v : neighbours[static_cast<std::size_t>(queue_[i])])
            if (!kept[static_cast<std::size_t>(v)]) add(v);
}

}  // namespace tertium
