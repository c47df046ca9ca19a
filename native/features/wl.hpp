/// Weisfeiler-Leman features of a graph, and their cosine.
///
///     want-01 --ARG0--> boy       after one step: want-01(ARG0 boy), boy(ARG0 want-01)
///
/// Every node begins with its label. In each of k steps a node takes the labels of its neighbours,
/// with the roles that lead there, sorts them, and appends them to its own: that is its new label.
/// The feature vector counts the labels of all steps; the kernel is the product of two such
/// vectors, its cosine the similarity (Opitz et al. 2021, section 3.1). Relabelling is done for
/// each node, never for each label, and labels are numbers of a `SequenceTable`, so the result
/// depends on nothing but the graphs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/labelled.hpp"
#include "features/shared.hpp"
#include "support/sequences.hpp"

namespace tertium {

/// Along which edges a node hears from its neighbours.
enum class Direction : std::uint8_t {
    undirected,  ///< both ways, alike
    top_down,    ///< from the source of an edge to its target
    bottom_up,   ///< from the target of an edge to its source
    two_way,     ///< both ways, told apart
};

/// One message: node `to` hears from `from` over `role`; `back` against the edge, where it counts.
struct Message {
    std::int32_t to = 0;
    std::int32_t from = 0;
    std::uint32_t role = 0;
    bool back = false;
};

/// All messages of a graph, sorted by `to`.
void list_messages(const LabelledGraph& graph, Direction direction, std::vector<Message>& messages);

/// What a feature of step h weighs.
enum class Discount : std::uint8_t {
    no,           ///< 1
    linear,       ///< 1 / (1 + h)
    exponential,  ///< e^-h
};

struct WlOptions {
    int k = 2;
    Direction direction = Direction::undirected;
    bool once = false;  ///< a feature counts 1 if it occurs at all
    Discount discount = Discount::no;
    bool edges = false;     ///< an edge with both labels is a feature of step 0
    bool numbered = false;  ///< see `number_labels`
    Convention convention;
};

/// Tell the nodes of one concept apart: the last boy of the text stays `boy`, the one before it
/// becomes `boy#2`. Equal constants become one node, with the constant as its concept, or
/// `boy#constant` beside a boy. A graph of one node alone gets an edge to itself. The first release
/// of the authors' program does so.
void number_labels(Graph& graph, Inverse inverse);

/// A feature and its entry in the vector: how often it occurs, or its weight.
struct FeatureCount {
    std::uint32_t feature = 0;
    double count = 0;
};

/// Makes features; keeps its memory from graph to graph. One for each thread.
class WlCounter {
  public:
    explicit WlCounter(const WlOptions& options) : options_(options) {}
    /// The similarity of two graphs; null is a graph without nodes.
    double compare(const PackedGraph* a, const PackedGraph* b);
    /// Compare two graphs, and name each feature with its weights. What a feature adds to the
    /// similarity is `matched`.
    std::vector<SharedPart> explain(const PackedGraph* a, const PackedGraph* b);
    /// The features of a graph, numbered alike for all graphs that this counter has seen.
    std::vector<FeatureCount> features(const PackedGraph* graph);
    /// All features are below this.
    std::uint32_t size() const { return sequences_.size(); }

  private:
    void prepare(const PackedGraph& graph, Graph& standard) const;
    template <class Table>
    void count(const Graph* graph, Table& table, std::vector<FeatureCount>& out);
    void add_labels(int step);
    void add_edges();
    void refine();
    std::string text_of(std::uint32_t feature, int& step) const;

    WlOptions options_;
    SymbolTable symbols_;  // of a pair
    Lexicon lexicon_;      // of a corpus
    SequenceTable sequences_;
    Graph standard_a_, standard_b_;
    LabelledGraph graph_;
    std::vector<Message> messages_;
    std::vector<std::uint32_t> labels_, next_;
    std::vector<FeatureCount> found_, a_, b_;
};

/// The product of two feature vectors.
double dot(std::span<const FeatureCount> a, std::span<const FeatureCount> b);

/// The cosine of two feature vectors: 1 if both are empty, 0 if one is.
double cosine(std::span<const FeatureCount> a, std::span<const FeatureCount> b);

}  // namespace tertium
