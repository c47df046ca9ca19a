/// The full sub-graph: what can be reached, and what hangs on it alone.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/graph.hpp"

namespace tertium {

/// Finds full sub-graphs in one graph.
class FullSubgraph {
  public:
    explicit FullSubgraph(const Graph& graph) : graph_(graph), inside_(graph.size()) {}

    /// Let a variable belong to it.
    void add(std::int32_t variable);
    /// Follow the edges of all variables in it, but not those marked in `stops`; then take what
    /// hangs on it alone. `outside` are variables that the rest of the graph hangs on, besides the
    /// top.
    void complete(const std::vector<char>& stops, const std::vector<std::int32_t>& outside);

    /// Whether each variable belongs to it.
    const std::vector<char>& inside() const { return inside_; }

  private:
    void follow_edges(const std::vector<char>& stops);
    void take_what_hangs(const std::vector<std::int32_t>& outside);

    const Graph& graph_;
    std::vector<char> inside_;  // variables
    std::vector<std::int32_t> queue_;
};

}  // namespace tertium
