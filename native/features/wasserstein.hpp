/// The Wasserstein Weisfeiler-Leman kernel: graphs as clouds of node vectors, compared by what it
/// costs to move one onto the other (Opitz et al. 2021, section 3.2).
///
/// A node v begins with the vector x0(v) of its label. In each of k steps it moves towards its
/// neighbours,
///
///     x(v) <- ½ (x(v) + mean over messages (u -> v) of w(role) · x(u)),
///
/// and its embedding is x0, x1, ..., xk side by side, scaled to length 1. The cost of moving node i
/// of one graph to node j of the other is the distance of their embeddings, from 0 to 2; nodes of a
/// graph weigh the same; the value is 1 - (cost of the optimal transport) / 2.
///
/// The steps are linear: all vectors of step t are A_t X, with X the label vectors. So only
/// products of vectors are needed, A_t (X X'ᵀ) A'_tᵀ: label vectors are multiplied once, and the
/// steps are done on small matrices of nodes by nodes. That is fast, and it makes learning the
/// weights faster still, because the first products stay the same.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "features/label_products.hpp"
#include "features/labelled.hpp"
#include "features/transport.hpp"
#include "features/wl.hpp"
#include "support/interruption.hpp"

namespace tertium {

/// What the value of a pair is made of.
enum class Mode : std::uint8_t {
    transport,  ///< the optimal transport
    nearest_a,  ///< every node of a goes to the nearest node of b
    nearest_b,  ///< every node of b goes to the nearest node of a
};

struct WassersteinOptions {
    int k = 2;
    Direction direction = Direction::undirected;
    Mode mode = Mode::transport;
    bool halve = true;  ///< without it, x(v) <- x(v) + mean: later steps weigh more
    bool edges_to_nodes = false;
    Convention convention;
};

/// Vectors and weights, `samples` of each: a cost is the mean over the samples.
struct Embedding {
    std::size_t samples = 1, labels = 0, dimension = 0, roles = 0;
    std::vector<double> vectors;  ///< samples × labels × dimension
    std::vector<double> weights;  ///< samples × roles × 2: along the edge, against it
};

/// The square of the larger graph's number of nodes is at most this: 2,000 nodes. The largest AMRs
/// have some hundred.
constexpr std::size_t node_pair_limit = 4'000'000;

/// How two graphs are moved onto each other.
struct Plan {
    std::size_t rows = 0, columns = 0;
    std::vector<double> cost, flow;  ///< rows × columns
    double value = 0;
};

/// Pairs of graphs with numbered labels and roles, to be compared under any vectors and weights.
class PairBatch {
  public:
    /// Null is a graph without nodes. Throws std::length_error above the limit.
    PairBatch(const std::vector<const PackedGraph*>& a, const std::vector<const PackedGraph*>& b,
              const WassersteinOptions& options);

    std::size_t size() const { return sides_.size() / 2; }
    const Lexicon& labels() const { return labels_; }
    const Lexicon& roles() const { return roles_; }
    /// The graphs of pair i are graph(2 * i) and graph(2 * i + 1).
    const LabelledGraph& graph(std::size_t index) const { return sides_[index].graph; }

    /// Keep the products of the label vectors, for repeated use with other weights.
    void keep_products(const Embedding& embedding, int threads);
    /// The values of the pairs given by their numbers. Throws std::invalid_argument if there is no
    /// such pair, or if the embedding does not fit the graphs.
    std::vector<double> values(const Embedding& embedding, std::span<const std::int64_t> pairs,
                               int threads, Interruption* interruption = nullptr) const;
    Plan plan(const Embedding& embedding, std::size_t pair,
              Interruption* interruption = nullptr) const;

  private:
    friend class PairComparer;
    struct Side {
        LabelledGraph graph;
        std::vector<Message> messages;
        std::vector<double> share;  ///< of each message: 1 / (how many its node hears)
    };
    struct Products {
        std::vector<double> aa, bb, ab;
    };
    void check(const Embedding& embedding) const;
    void multiply(const Embedding& embedding, std::size_t sample, std::size_t pair,
                  LabelProducts& labels, Products& out) const;

    WassersteinOptions options_;
    Lexicon labels_, roles_;
    std::vector<Side> sides_;
    std::vector<Products> kept_;
};

}  // namespace tertium
