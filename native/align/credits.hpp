/// Alignment with credits of any size for nodes and edges.
///
///     node i of a with node j of b                earns  nodes(i, j)
///     edge e = (i, k) of a with f = (j, l) of b   earns  straight(e, f) if i is aligned with j and
///                                                        k with l, reversed(e, f) if i is aligned
///                                                        with l and k with j
///
/// An edge names its ends, so a credit may depend on how similar these are. Each edge is matched at
/// most once; where several edges join the same two nodes, those that earn the most are matched.
/// Loops match loops. The alignment that earns the most is a `Problem`, solved and proven like any
/// other.
///
/// Credits are rounded to 2^-20: far below what any of them means, and coarse enough for the exact
/// search to close gaps. The optimum is exact for the rounded credits.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/exact.hpp"
#include "align/matching.hpp"
#include "align/problem.hpp"
#include "support/groups.hpp"

namespace tertium {

/// What aligning two graphs may earn. Tables are written row by row.
struct Credits {
    using Ends = std::pair<int, int>;
    int nodes_a = 0, nodes_b = 0;
    std::span<const double> nodes;  ///< nodes_a x nodes_b; below 0: may not be aligned
    std::span<const Ends> edges_a, edges_b;
    std::span<const double> straight;  ///< edges_a x edges_b; at least 0
    std::span<const double> reversed;
};

/// The most that credits may add up to, and what they are rounded to.
constexpr double largest_credit = 1 << 20;
constexpr Weight credit_grain = unit >> 20;

struct CreditAlignment {
    std::vector<int> mapping;  ///< for each node of a its partner in b, or -1
    double earned = 0;
    double upper = 0;  ///< no alignment earns more
    bool proven = true;
};

/// Aligns by credits; keeps its memory. One for each thread.
class CreditAligner {
  public:
    explicit CreditAligner(Interruption* interruption = nullptr)
        : interruption_(interruption), search_(interruption) {}

    /// Find the alignment that earns the most, or show that it earns less than `cutoff`.
    /// Throws std::invalid_argument if tables and graphs do not fit or credits are too large.
    CreditAlignment align(const Credits& credits, std::int64_t budget, double cutoff = 0);
    /// The problem that `align` solves; its rows are the nodes of a.
    Problem problem(const Credits& credits);

  private:
    /// Edges that join the same two nodes, the lesser first.
    struct Bundle {
        int low, high;
        std::vector<int> edges;
    };
    static std::vector<Bundle> bundles_of(std::span<const Credits::Ends> edges);
    Weight bundle_credit(const Credits& credits, const Bundle& x, const Bundle& y, bool crossed);
    void add_bundles(const Credits& credits);
    void build(const Credits& credits);

    struct CellPair {
        std::size_t first, second;
        Weight weight;
    };
    Interruption* interruption_;
    ExactSearch search_;
    Problem problem_;
    SmallMatching matching_;
    std::vector<Weight> alone_;  // by row * columns + column; -1: may not be aligned
    std::vector<CellPair> pairs_;
    std::vector<int> cell_;
};

}  // namespace tertium
