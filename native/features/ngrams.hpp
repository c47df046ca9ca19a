/// k-grams of a graph, and how many of them two graphs share.
///
///     (a / ask-01 :ARG0 (g / girl) :ARG1 (l / leave-11 :ARG0 (b / boy)))
///
/// has the 1-grams ask-01, girl, leave-11, boy, the 2-grams `ask-01 :ARG0 girl` and so on, and the
/// 3-gram `ask-01 :ARG1 leave-11 :ARG0 boy`: a k-gram is a directed path of k nodes that uses no
/// edge twice, and its order is its number of nodes (Song & Gildea 2019). Paths are walked with
/// `SequenceTable`, so two k-grams are equal exactly if their numbers are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "features/labelled.hpp"
#include "features/shared.hpp"
#include "support/groups.hpp"
#include "support/sequences.hpp"

namespace tertium {

/// Where k-grams may begin.
enum class Starts : std::uint8_t {
    nodes,  ///< at every node
    roots,  ///< at every node that is reached from one without incoming edges, or from the top if
            ///< all have some; what only a cycle without such a root reaches is lost
};

struct GramOptions {
    int n = 3;
    Starts starts = Starts::nodes;
    bool split_forward_references = false;
    /// An inverse role is turned around once, however often it ends in `-of`, and an edge of a node
    /// to itself that was turned does not count among those that enter the node. The authors'
    /// script does so.
    bool turn_once = false;
    Convention convention;
};

/// Give each mention of a variable before its node is written a node of its own, with the same
/// concept and no other edge, unless the variable is named by a letter and digits. The authors'
/// script does so: `(xv0 / see-01 :ARG0 xv1 :ARG1 (xv1 / boy :mod (xv2 / tall)))` has two boys, one
/// of them tall.
void split_forward_references(Graph& graph);

/// The most k-grams that a graph may have. A complete graph of N nodes has N^n; no AMR comes near.
constexpr std::size_t gram_limit = 4'000'000;

struct GramCounts {
    std::vector<double> matched, total_a, total_b;  ///< by order, from 1
    double size_a = 0, size_b = 0;                  ///< nodes plus edges
};

/// Counts k-grams; keeps its memory from pair to pair. One for each thread.
class GramCounter {
  public:
    explicit GramCounter(const GramOptions& options) : options_(options) {}
    /// Compare two graphs; null is a graph without nodes. Throws std::length_error above the limit.
    GramCounts compare(const PackedGraph* a, const PackedGraph* b);
    /// The k-grams of a graph as texts, by order, in the order they are walked.
    std::vector<std::vector<std::string>> list(const PackedGraph& graph);
    /// Compare two graphs, and name each k-gram with its counts: what `compare` adds up.
    std::vector<SharedPart> explain(const PackedGraph* a, const PackedGraph* b);

  private:
    void label(const PackedGraph* graph, Graph& standard, LabelledGraph& out);
    void turn_once(Graph& graph);
    void walk(const LabelledGraph& graph, std::vector<std::vector<std::uint32_t>>& grams);
    void find_starts(const LabelledGraph& graph);
    /// The texts of all k-grams that were walked, by number.
    std::vector<std::string> texts() const;

    GramOptions options_;
    SymbolTable symbols_;
    SequenceTable sequences_;
    Graph standard_a_, standard_b_;
    LabelledGraph a_, b_;
    std::vector<std::vector<std::uint32_t>> grams_a_, grams_b_;
    Groups<> outgoing_;  // edges by their source
    std::vector<std::int32_t> starts_, count_;
    std::vector<std::int32_t> turned_loops_;  // of each variable, see `GramOptions::turn_once`
};

}  // namespace tertium
