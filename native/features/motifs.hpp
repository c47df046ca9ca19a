/// REMATCH: the motifs of a graph, compared as sets.
///
///     (c / city :name (n / name :op1 "Rome"))
///
/// has four motifs:
///
///     :op1 rome                           what is said of a node, whichever it is
///     city                                a node without attributes is its concept
///     (name :op1 rome)                    a node with attributes is its concept with each of them
///     city :name (name :op1 rome)         a relation joins every motif of its ends
///
/// A motif counts once, however often it occurs: the score is the share of motifs that both graphs
/// have in those that either has.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "features/labelled.hpp"
#include "features/shared.hpp"
#include "support/sequences.hpp"

namespace tertium {

/// A relation between two nodes with many attributes has the product of them as motifs. No graph
/// may have more than this.
constexpr std::size_t motif_limit = 4'000'000;

/// Concepts and what they are replaced by: frames of PropBank and their classes.
class FrameTable {
  public:
    explicit FrameTable(const std::vector<std::pair<std::string, std::string>>& frames)
        : frames_(frames.begin(), frames.end()) {}
    /// The class of a concept, or the concept itself. Points into the table.
    std::string_view operator[](std::string_view concept_) const;

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return hash_(text); }
        std::hash<std::string_view> hash_;
    };
    std::unordered_map<std::string, std::string, Hash, std::equal_to<>> frames_;
};

struct MotifOptions {
    Convention convention;
    std::shared_ptr<const FrameTable> frames;  ///< null: concepts stay as they are
};

struct MotifCounts {
    double matched = 0, total_a = 0, total_b = 0;
};

/// Counts motifs; keeps its memory from pair to pair. One for each thread.
class MotifCounter {
  public:
    explicit MotifCounter(MotifOptions options) : options_(std::move(options)) {}
    /// Compare two graphs; null is a graph without triples.
    MotifCounts compare(const PackedGraph* a, const PackedGraph* b);
    /// Compare two graphs, and name each motif: what `compare` adds up. The order is 0 for an
    /// attribute, 1 for a node and 2 for a relation.
    std::vector<SharedPart> explain(const PackedGraph* a, const PackedGraph* b);
    /// For every triple of the standard form of a graph, the motifs that it is a part of.
    std::vector<std::vector<std::string>> by_triple(const PackedGraph& graph);

  private:
    struct Motif {
        std::uint32_t number = 0;
        std::uint32_t edge = 0;  ///< of the labelled graph; for a node, edges + its number
    };
    struct Side {
        Graph standard;
        LabelledGraph graph;
        std::vector<std::vector<std::uint32_t>> nodes;  ///< the motifs of each variable
        std::vector<Motif> motifs;
    };
    void read(const PackedGraph* graph, Side& side);
    void find_attributes(Side& side);
    void find_relations(Side& side);
    void add(Side& side, std::uint32_t motif, std::size_t edge);
    std::uint32_t mark(const Side& side, std::uint8_t bit);
    std::string node_text(std::uint32_t motif) const;
    std::string text(std::uint32_t motif) const;

    MotifOptions options_;
    SymbolTable symbols_;
    SequenceTable sequences_;
    Side a_, b_;
    std::vector<std::uint8_t> in_;  // by motif: 1 if the first graph has it, 2 if the second has
};

}  // namespace tertium
