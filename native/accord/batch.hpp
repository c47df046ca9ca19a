/// Pairs of graphs as `accord` sees them: canonical, as nodes with numbered labels, and edges.
///
///     (p / pie :quant 2)      nodes  pie, 2 (a constant)      edges  pie -quant-> 2
///
/// A constant is a node of its own wherever it is mentioned, and never has the label of a concept,
/// even if both are spelled alike. A node with a `:name` is named, and may weigh less: what it is
/// matters less than its name. Edges between the same two nodes form a bundle.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "features/labelled.hpp"
#include "graph/packed.hpp"
#include "standard/standard.hpp"
#include "support/symbols.hpp"

namespace tertium {

/// Edges that join the same two nodes: those at places from `begin` up to `end` of `bundled`.
struct EdgeBundle {
    std::int32_t low, high;  ///< nodes; equal for loops
    std::int32_t begin, end;
};

struct AccordGraph {
    std::vector<std::uint32_t> labels;    ///< of the nodes: variables, then constants
    std::vector<std::uint32_t> mentions;  ///< twice the label, and 1 if the node is named
    std::vector<LabelledEdge> edges;      ///< in the order of the triples
    std::vector<std::int32_t> bundled;    ///< edges, sorted by what they join
    std::vector<EdgeBundle> bundles;

    std::size_t size() const { return labels.size(); }
};

/// The most pairs of nodes that two graphs may have: 2,000 nodes each.
constexpr std::size_t accord_pair_limit = 4'000'000;

class AccordBatch {
  public:
    /// Null is a graph without nodes. Throws std::length_error above the limit.
    AccordBatch(const std::vector<const PackedGraph*>& a, const std::vector<const PackedGraph*>& b,
                const Convention& convention);

    std::size_t size() const { return graphs_.size() / 2; }
    /// The graphs of pair i: side 0 or 1.
    const AccordGraph& graph(std::size_t pair, int side) const {
        return graphs_[2 * pair + static_cast<std::size_t>(side)];
    }
    std::size_t labels() const { return constant_.size(); }
    std::string_view label(std::size_t number) const { return words_[word_[number]]; }
    bool is_constant(std::size_t number) const { return constant_[number] != 0; }
    const Lexicon& roles() const { return roles_; }

  private:
    void read(const LabelledGraph& labelled, AccordGraph& graph);
    void mark_named(AccordGraph& graph) const;
    void check_size(std::size_t pair) const;
    std::uint32_t number(std::uint32_t word, bool constant);

    Lexicon words_, roles_;
    std::vector<std::int32_t> number_;  // of a word as concept, and as constant; -1 if unused
    std::vector<std::uint32_t> word_;   // by number
    std::vector<std::uint8_t> constant_;
    std::vector<AccordGraph> graphs_;
};

}  // namespace tertium
