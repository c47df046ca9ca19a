/// Where the triples of a standard form come from.
///
///     (k / knife :ARG1-of (b / be-located-at-91 :ARG2 (d / drawer)))      as written, 0 to 4
///     (k / knife :location (d / drawer))                                  the standard form
///
///     k :location d      comes from 1, 2 and 3
///
/// While a graph is standardised, the `origin` of a triple is a place in this list of lists. Steps
/// that change a triple leave its origin alone; one that makes a triple of several merges their
/// lists, and one that makes several of one copies its list. Who only counts has no origins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/graph.hpp"

namespace tertium {

class Origins {
  public:
    /// Let every triple come from itself.
    void start(Graph& graph);
    /// `triple` comes from what `other` comes from, too, which is left out or has become a part.
    void merge(const Triple& triple, const Triple& other);
    /// Make `made` come from what `triple` comes from.
    void copy(Triple& made, const Triple& triple);
    /// The places that each triple comes from, sorted.
    std::vector<std::vector<std::int32_t>> of(const Graph& graph) const;

  private:
    std::vector<std::vector<std::int32_t>> lists_;
};

}  // namespace tertium
