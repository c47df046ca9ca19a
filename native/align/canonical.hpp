/// Of several best alignments, the one to show.
///
///     (s / see-01 :ARG0 (b / boy))      (a / and :op1 (x / see-02 :ARG0 (y / boy))
///                                                :op2 (z / hear-01 :ARG0 (v / boy)))
///
/// Two triples match if s and b are aligned with x and y, and as many if it is z and v. Among all
/// alignments that match the most triples, the canonical one has
///
///     1. the most variables with equal concepts,
///     2. then the greatest sum of similarities of different concepts,
///     3. then the most unlabelled edges: an edge joins two variables, and one in the same
///        direction joins their partners, whatever the roles.
///
/// It is the optimum of a second problem. Every weight of the first is a multiple of its grain g;
/// the second problem has
///
///     w / g * B + equal * B1 + similarity * B2 + edges,      B > B1 > B2,
///
/// where each factor exceeds whatever the terms behind it can add up to, so that no gain there
/// makes up for a loss before. The exact search solves and proves it like any other.
///
/// The problem stays small, since the optimum V of the first is known: after the relaxation of the
/// first has been tightened, a cell whose reduced cost exceeds bound - V is in no best alignment.
/// That holds also for cells that the first problem left out because they earn nothing: their
/// reduced cost is r(i) + c(j). Where the bound is tight, only few remain.
///
/// Ties that are left are broken by the search, which sees variables in an order of their own
/// (colours.hpp), never names or the order of triples. Which graph is given first does not matter
/// either: the rows are the smaller graph, or the one with the smaller colours. So the alignment is
/// the same for every way of writing the two graphs, unless variables that colours cannot tell
/// apart are interchanged.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "align/exact.hpp"
#include "align/problem.hpp"
#include "graph/graph.hpp"

namespace tertium {

/// Finds canonical alignments; keeps its memory. One for each thread.
class CanonicalChoice {
  public:
    explicit CanonicalChoice(Interruption* interruption = nullptr)
        : interruption_(interruption), search_(interruption) {}

    /// Two graphs, standardised and sketched, with their problem, its optimum, and what the budget
    /// of a search is. `similarities` may be null: then concepts are compared as strings.
    struct Pair {
        const Graph& a;
        const Graph& b;
        const ProblemBuilder& builder;
        const Problem& problem;
        Weight optimum;
        std::int64_t budget;
        const SimilarityTable* similarities;
        bool top_counts;
    };

    enum class Result { none, found, proven };
    /// Find the canonical alignment: `mapping` gets for each variable of a its partner, or -1.
    /// None if the graphs are too large or the budget ends; then `mapping` is as it was.
    Result choose(const Pair& pair, std::vector<int>& mapping);

  private:
    void order_variables(const Pair& pair);
    void rewrite_problem(const Pair& pair);
    void tighten(const Pair& pair);
    void find_candidates(const Pair& pair);
    void find_edges(const Pair& pair);
    void find_concepts(const Pair& pair);
    int similarity(const Pair& pair, int row, int column) const;
    int equal_concepts(int row, int column) const;
    bool find_factors(const Pair& pair);
    void collect_pairs(Weight grain);
    void add_cells(const Pair& pair);
    void make_problem(const Pair& pair);
    void read_mapping(const std::vector<int>& cells, std::vector<int>& mapping) const;
    std::size_t key(int row, int column) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(first_.columns) +
               static_cast<std::size_t>(column);
    }

    Interruption* interruption_;
    bool rows_are_b_ = false;
    std::vector<int> row_variable_, column_variable_;  // of each row and column, its variable
    std::vector<int> row_of_, column_of_;              // and the other way around
    Problem first_;                                    // the given problem in the order of colours
    Problem second_;                                   // the one whose optimum is canonical
    Relaxation relaxation_;
    std::vector<int> candidate_;  // by key: the cell in second_, or -1
    struct Together {
        std::size_t x, y;  // keys
        Weight weight, share;
        auto operator<=>(const Together&) const = default;
    };
    std::vector<Together> together_;
    std::vector<std::pair<int, int>> row_edges_, column_edges_;
    struct Named {
        std::string_view name;
        int place;  // in the table of similarities, if there is one
    };
    std::vector<std::vector<Named>> row_concepts_, column_concepts_;
    Weight levels_ = 0, for_similarity_ = 0, for_equal_ = 0, for_grain_ = 0, fineness_ = 0;
    ExactSearch search_;
};

/// How similarly two different concepts are spelled, in [0, 1]: 1 for senses of one word
/// (`run-01`, `run-02`), the share of a common beginning of at least three letters
/// (`enchantment`, `enchant-01`), else 0.
double written_similarity(std::string_view x, std::string_view y);

}  // namespace tertium
