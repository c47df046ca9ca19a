/// The alignment problem of two graphs.
///
/// Aligning variable i of one graph with variable j of the other is a *cell* x = (i, j). Choosing
/// it earns u(x), the triples about one variable that then match: concept, attributes, top, loops.
/// Choosing two cells x = (i, j) and y = (k, l) together earns w(x, y) on top, the edges between i
/// and k that match edges between j and l. Cells that earn nothing are left out. The alignment is
///
///     maximise   sum of u(x) over chosen x  +  sum of w(x, y) over chosen pairs
///     such that  no two chosen cells share a row or a column.
///
/// Rows belong to the graph with fewer variables.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/allowed.hpp"
#include "align/rough_bound.hpp"
#include "align/sketch.hpp"
#include "align/weight.hpp"
#include "support/groups.hpp"
#include "support/interruption.hpp"

namespace tertium {

/// Beyond this many cells and pairs (about a gigabyte) the exact search is not tried.
constexpr std::int64_t largest_problem = 8'000'000;

struct Problem {
    int rows = 0;
    int columns = 0;
    // cells, sorted by row, then column
    std::vector<int> row;
    std::vector<int> column;
    std::vector<Weight> unary;
    // pairs of cells that earn something together
    std::vector<int> first;
    std::vector<int> second;
    std::vector<Weight> weight;
    std::vector<Weight> share;  ///< the part of the weight given to the first cell at the start
    std::vector<Weight> price;  ///< of each column, to begin with; none: 0 (assignment.hpp)
    Weight triple = unit;       ///< what one triple is worth

    int cells() const { return static_cast<int>(row.size()); }
    int pairs() const { return static_cast<int>(first.size()); }
    void clear();
    /// All objective values are multiples of this.
    Weight grain() const;
    /// The value of choosing these cells.
    Weight value(std::span<const int> chosen) const;
};

/// The pairs of each cell. Slot / 2 is a pair, slot % 2 tells whether the cell is its second end.
class PairIndex {
  public:
    void reset(const Problem& problem);
    /// The slots of a cell.
    std::span<const int> slots(int cell) const { return slots_[static_cast<std::size_t>(cell)]; }
    /// The cell at the other end of a slot's pair.
    int other_end(int slot) const {
        const auto pair = static_cast<std::size_t>(slot / 2);
        return slot % 2 != 0 ? problem_->first[pair] : problem_->second[pair];
    }

  private:
    const Problem* problem_ = nullptr;
    Groups<> slots_;
};

/// Builds problems; keeps its memory from pair to pair. One for each thread.
class ProblemBuilder {
  public:
    /// An interruption is checked while problems are built.
    explicit ProblemBuilder(const Grading& grading = {}, Interruption* interruption = nullptr)
        : grading_(grading), interruption_(interruption) {}

    /// Sketch both graphs. A triple written twice counts twice; it matches as often as it occurs in
    /// both. `in_part`: only what the ceiling needs, if matches are worth one triple each.
    void sketch(const Graph& a, const Graph& b, Top top, bool in_part = false);
    /// The same for another graph a and the b that was sketched last.
    void sketch_next(const Graph& a, const Graph& b, Top top, bool in_part = false);
    /// Do the rest of sketches that were made in part.
    void arrange();
    /// Take sketches that were made before. Equal strings have equal numbers in both.
    void sketch(const Sketch& a, const Sketch& b) {
        a_ = a;
        b_ = b;
        arranged_a_ = arranged_b_ = true;
        start();
    }
    /// Lossless pair compression (Opitz 2023, section 6.3): a concept that occurs at most once in
    /// each graph names its variable, so that variable can only be aligned with its namesake, and
    /// the concept's triple is not counted.
    void compress();
    /// Leave similarities out of the next problem (but not out of `earned` and `ceiling`), which
    /// makes it smaller. True if there were any.
    bool ignore_similarities();
    /// Let only these variables be aligned; until the next sketch. Null lets all.
    /// Throws std::invalid_argument if the numbers of variables differ.
    void restrict_to(const Allowed* allowed);
    /// Whether the problem has at most `limit` cells and pairs.
    bool fits(std::int64_t limit) const;
    /// Build the problem of the sketched graphs.
    void build(Problem& problem);

    const Sketch& a() const { return a_; }
    const Sketch& b() const { return b_; }
    const Grading& grading() const { return grading_; }
    /// Whether the rows are the variables of b.
    bool swapped() const { return swapped_; }
    /// No alignment earns more than this: what both graphs have, variables forgotten.
    Weight ceiling();
    /// The same or less; not made any tighter where it is below `least` (rough_bound.hpp), and
    /// sketches are arranged only where it is not.
    Weight quick_bound(Weight least);
    /// What a mapping of variables earns; it has -1 for none.
    Weight earned(std::span<const int> mapping) const;
    /// Whether compression and the caller let these variables be aligned.
    bool allowed(int row, int column) const {
        return (named_a_.empty() || fit_as_names(row, column)) &&
               (allowed_ == nullptr ||
                (swapped_ ? (*allowed_)(column, row) : (*allowed_)(row, column)));
    }

  private:
    void start();
    bool is_plain() const { return grading_.is_unit() && !grading_.similarities; }
    bool counts_once() const;
    bool fit_as_names(int row, int column) const;
    Weight graded_concepts(const Sketch& x, int i, const Sketch& y, int j) const;
    Weight concept_worth(const Sketch& x, int i, const Sketch& y, int j) const;
    Weight graded_top(const Sketch& x, const Sketch& y) const;
    void add_facts(const Sketch& rows, const Sketch& columns);
    void add_graded(const Sketch& rows, const Sketch& columns);
    void add_similar(const Sketch& rows, const Sketch& columns, int i, int own);
    void add_gain(int row, int column, Weight weight) {
        if (weight > 0 && (allows_all() || allowed(row, column)))
            gains_.push_back({row * columns_ + column, weight});
    }
    void add_links(const Sketch& rows, const Sketch& columns);
    bool has_parallel_links(const Sketch& sketch);
    void merge_links();
    void number_cells(Problem& problem);
    void number_marked(Problem& problem);
    bool allows_all() const { return named_a_.empty() && allowed_ == nullptr; }
    int cell_at(std::int64_t key) const;

    struct Gain {
        std::int64_t cell;  // row * columns + column
        Weight weight;
    };
    struct CellPair {
        std::int64_t first, second;  // cells
        Weight weight;
    };
    Grading grading_;
    Interruption* interruption_;
    Sketcher sketcher_;
    Sketch a_, b_;
    bool arranged_a_ = true, arranged_b_ = true;
    RoughBound rough_bound_;
    bool swapped_ = false;
    const Allowed* allowed_ = nullptr;
    bool graded_ = false;  // whether concepts match by degrees in the next problem
    // with compression only: whether a concept names a variable, and variables that share a name
    std::vector<char> named_a_, named_b_;
    std::vector<std::pair<int, int>> namesakes_;
    std::int64_t columns_ = 0;
    // concept and number of the columns with one concept; the columns with several
    std::vector<std::pair<int, int>> single_, candidates_;
    std::vector<int> several_;
    std::vector<Gain> gains_;
    std::vector<CellPair> pairs_;
    // to find parallel links: whether two variables are joined, or for large graphs all ends
    std::vector<char> joined_;
    std::vector<std::uint64_t> ends_;
    std::vector<std::int64_t> keys_;  // of cells, sorted, for large problems
    std::vector<int> dense_;          // cell number by key, for small problems
};

}  // namespace tertium
