/// SEMA: matching triples without an alignment.
///
/// A relation matches if the other graph has one with the same role between the same concepts; an
/// attribute if the other graph has it on the same concept; each as often as it is there in both.
/// A node matches only in context: it must be an end of a relation that the other graph also has,
/// or the top of two graphs whose tops have the same concept, or have no relation at all. Of the
/// nodes of a concept that qualify, as many match as there are in both graphs.
///
/// Counts are smaller multiplicities, so nothing depends on the order of triples, no graph scores
/// above 1, and a graph scores 1 with itself.
#pragma once

#include <cstdint>
#include <vector>

#include "features/labelled.hpp"
#include "features/shared.hpp"
#include "support/sequences.hpp"

namespace tertium {

struct SemaCounts {
    double matched = 0, total_a = 0, total_b = 0;
};

/// Counts matches; keeps its memory from pair to pair. One for each thread.
class SemaCounter {
  public:
    explicit SemaCounter(const Convention& convention) : convention_(convention) {}
    /// Compare two graphs; null is a graph without triples.
    SemaCounts compare(const PackedGraph* a, const PackedGraph* b);
    /// Compare two graphs, and name each triple with its counts: what `compare` adds up. The order
    /// is 1 for a concept, 2 for a relation or attribute.
    std::vector<SharedPart> explain(const PackedGraph* a, const PackedGraph* b);

  private:
    struct Side {
        Graph standard;
        LabelledGraph graph;
        std::vector<std::uint32_t> triples;  ///< the number of each edge as label, role, label
        std::vector<std::int32_t> count;     ///< of each number
    };
    void read(const PackedGraph* graph, Side& side);
    void count_triples(Side& side);
    void find_nodes(Side& side, const Side& other, std::vector<std::int32_t>& count) const;

    Convention convention_;
    SymbolTable symbols_;
    SequenceTable sequences_;
    Side a_, b_;
    std::vector<std::int32_t> nodes_a_, nodes_b_;  // by label
};

}  // namespace tertium
