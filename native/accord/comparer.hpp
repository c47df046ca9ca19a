/// The two heads of `accord`.
///
///     value = (1 - α) C^g1  +  α F^g2 q^k
///
///     gist    C = (1 - λ) [sum over the nodes i of both graphs of w1(i) max_j s1(i, j)  / sum of
///     w1]
///                 + λ [the same for the nodes of one graph: the one that has more]
///     strict  F = [sum over aligned nodes of (w(i) + w(j)) s(i, j)
///                  + sum over matched edges of (u(e) + u(f)) t(e, f)]           / sum of w and u
///     size    q = smaller / larger weighted size in the strict head
///
/// The similarities s1 and s of two nodes are those of their labels, times a number for how the
/// nodes stand (`Standing`): neither depends on the alignment. Gist and sizes do not depend on the
/// alignment, so the alignment that earns the most in the strict head has the highest value. It is
/// a `Problem` with real weights, solved and proven like any other. The value is 1 exactly if all
/// nodes and edges have equal partners: then, and only then, the canonical graphs are equal.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "accord/batch.hpp"
#include "accord/model.hpp"
#include "align/exact.hpp"
#include "align/matching.hpp"
#include "align/problem.hpp"
#include "support/interruption.hpp"

namespace tertium {

struct AccordOptions {
    bool climb = false;  ///< unproven hill climbing instead of the exact search
    std::int64_t budget = 0;
};

/// What the nodes of a graph earn in the gist.
struct Coverage {
    Grains earned = 0, total = 0;
};

/// What a pair is worth, in grains, and the value that follows.
struct AccordScore {
    std::array<Coverage, 2> coverage;
    Grains earned = 0, upper = 0;  ///< in the strict head; no alignment earns more than `upper`
    Grains total_a = 0, total_b = 0;
    double gist = 0, strict = 0;  ///< the values of the heads
    double value = 0, upper_value = 0;
    bool proven = true;
};

/// The partners that a score rests on; -1 for none.
struct AccordPartners {
    std::vector<std::int32_t> aligned;         ///< for each node of a, a node of b
    std::vector<std::int32_t> gist_a, gist_b;  ///< the most similar node of the other graph
    std::vector<std::int32_t> edges;           ///< for each edge of a, an edge of b
    std::vector<std::int32_t> slots;           ///< of these: role pair × level
};

/// Compares pairs; keeps its memory from pair to pair. One for each thread.
class AccordComparer {
  public:
    AccordComparer(const AccordBatch& batch, const AccordModel& model, const AccordOptions& options,
                   Interruption* interruption);

    AccordScore compare(std::size_t pair);
    /// The same, with the partners.
    AccordScore compare(std::size_t pair, AccordPartners& partners);
    /// The problem of the strict head; its rows are the nodes of the first graph.
    Problem problem(std::size_t pair);

    /// Of nodes of the pair that was compared last.
    Relation relation(std::size_t i, std::size_t j) const { return relation_[i * columns_ + j]; }
    Standing standing(std::size_t i, std::size_t j) const { return standing_[i * columns_ + j]; }
    double cosine(std::size_t i, std::size_t j) const { return cosine_[i * columns_ + j]; }
    const AccordModel& model() const { return model_; }
    const AccordGraph& graph(std::size_t pair, int side) const { return batch_.graph(pair, side); }

  private:
    void relate(std::size_t pair);
    void collect_roles(const AccordGraph& graph, std::vector<RoleSet>& roles) const;
    void weigh_edges();
    void add_gist(AccordScore& score, AccordPartners* partners) const;
    bool build();
    void add_bundles();
    void add_totals(AccordScore& score);
    void solve(AccordScore& score);
    void add_edges(AccordScore& score);
    void finish(AccordScore& score) const;
    void match_edges(AccordPartners& partners);

    /// What the edges of two bundles earn with low at low and high at high, or crossed.
    Grains bundle_credit(const EdgeBundle& x, const EdgeBundle& y, bool crossed);
    /// The role pair and level of two edges of bundles.
    std::size_t slot(const EdgeBundle& x, std::int32_t e, const EdgeBundle& y, std::int32_t f,
                     bool crossed) const;
    Grains edge_credit(std::int32_t e, std::int32_t f, std::size_t slot) const;
    void fill_matching(const EdgeBundle& x, const EdgeBundle& y, bool crossed);
    std::size_t cell_key(std::int32_t i, std::int32_t j) const {
        return static_cast<std::size_t>(i) * columns_ + static_cast<std::size_t>(j);
    }

    const AccordBatch& batch_;
    const AccordModel& model_;
    AccordOptions options_;
    Interruption* interruption_;
    ExactSearch search_;
    SmallMatching matching_;
    Problem problem_;
    // of the pair at hand: the rows are the nodes of a
    const AccordGraph *a_ = nullptr, *b_ = nullptr;
    std::size_t columns_ = 0;
    std::vector<Relation> relation_;
    std::vector<double> cosine_;
    std::vector<KnotPlace> place_;  // of the cosine
    std::vector<std::uint8_t> level_;
    std::vector<Standing> standing_;
    std::vector<RoleSet> roles_a_, roles_b_;   // that lead to nodes
    std::vector<Grains> weight_a_, weight_b_;  // of edges
    std::vector<int> cell_;                    // -1: may not be aligned
    std::vector<std::int32_t> mapping_;
};

}  // namespace tertium
