/// The best alignment, with its proof.
///
/// A search node holds a compact problem and works on it in this order:
///
/// 1. bound it (relaxation.hpp) and turn each assignment into an alignment (local_search.hpp);
///    if no better alignment can exist, the node is closed;
/// 2. exclude cells whose reduced cost exceeds the gap, move the shares, repeat until it stalls;
///    if much was tried already, take the shares from the linear program that they approach
///    (linear_program.hpp), and exclude again;
/// 3. force cells that cannot be missing, fold them into their neighbours, drop excluded cells, and
///    split what is left into independent components;
/// 4. if nothing shrank, search near the best alignment: take as chosen what it has in common with
///    the linear program, or with most of the last assignments (lately.hpp), and search the rest
///    if it is small (Danna, Rothberg & Le Pape 2005); this nearly always finds the optimum, and
///    only its proof is left;
/// 5. branch: a heavy cell that the linear program chooses by halves, or that some of the last
///    assignments have and others lack, is taken, then excluded. Of a few such cells, the one is
///    taken that lowers the value of the linear program most in either branch, as far as some
///    iterations show (strong branching; Achterberg, Koch & Martin 2005).
///
/// A part of a few cells is solved by trying all its alignments (enumeration.hpp). Every other
/// child is a problem of its own with inherited shares, so nothing is ever undone. Since all values
/// are multiples of the problem's grain (one triple, for plain SMATCH), a bound below the next
/// multiple closes a node: that is why nearly all pairs of AMRs close without branching.
///
/// The budget counts steps: moving the shares once takes one, and one more for every thousand cells
/// and pairs; ten iterations of a linear program take one, and one more for every thousand of its
/// variables and limits. So the budget bounds the time for graphs of any size. When it ends, the
/// best alignment so far is returned with a valid upper bound: that of a node is what its
/// relaxation says, or the sum over its components, or the larger one of its branches, whatever is
/// least.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "align/enumeration.hpp"
#include "align/linear_program.hpp"
#include "align/local_search.hpp"
#include "align/problem.hpp"
#include "align/relaxation.hpp"
#include "align/split.hpp"
#include "support/interruption.hpp"

namespace tertium {

struct Solution {
    std::vector<int> cells;  ///< chosen cells
    Weight value = 0;
    Weight upper = 0;        ///< no alignment is worth more
    bool proven = true;      ///< value == upper
    std::int64_t steps = 0;  ///< of the budget
    std::int64_t branches = 0;
};

/// The bound and the best value of the whole problem at some step.
struct TracePoint {
    std::int64_t steps;
    Weight bound;
    Weight value;
};

/// From when on linear programs are solved: tuned on documents. Tests have them solved at once.
struct ProgramUse {
    std::int64_t from_step = 3000;
    int from_size = 400;  ///< cells and pairs of a node
};

/// Solves problems one after the other, keeping its memory. One for each thread.
class ExactSearch {
  public:
    /// An interruption is checked at every step.
    explicit ExactSearch(Interruption* interruption = nullptr, ProgramUse program_use = {});
    ~ExactSearch();
    /// Only alignments worth `cutoff` or more are looked for. If there are none, that is proven:
    /// `upper` is below the cutoff, and `value` is what was found on the way.
    Solution solve(const Problem& problem, std::int64_t budget, Weight cutoff = 0);

    /// Write down how bound and value of the whole problem approach each other; null ends it.
    void trace_to(std::vector<TracePoint>* trace) { trace_ = trace; }

  private:
    struct Node;
    enum class Outcome { closed, stalled, shrunk };

    Node& node_at(std::size_t index);
    bool search(Node& node, Weight cutoff);
    bool enumerate(Node& node, Weight cutoff);
    void limit(Node& node, Weight bound, Weight cutoff) const;
    Weight divide(Node& node, Weight cutoff, bool shrunk);
    void propose(Node& node, Weight cutoff, bool thoroughly);
    void grow_start(Node& node);
    void search_near(Node& node, Weight cutoff);
    void search_rest(Node& node, Weight cutoff, double agreement);
    Outcome tighten(Node& node, Weight cutoff, int iterations);
    bool sharpen(Node& node, Weight cutoff);
    void iterate_program(Node& node, Weight cutoff);
    void use_program_shares(Relaxation& relaxation) const;
    /// Add iterations of the linear program to the steps.
    void charge(int iterations);
    /// Whether so much was tried that costlier means pay.
    bool hard() const { return steps_ >= program_use_.from_step; }
    bool closed(const Node& node, Weight cutoff) const;
    std::vector<int> forced_cells(const Node& node, Weight cutoff) const;
    bool has_shrunk(const Node& node) const;
    void probe_branches(Node& node);
    double lost_by_branching(const Problem& problem, int cell, double value, double enough);
    double branching_score(const Node& node, int cell) const;
    int branching_cell(const Node& node) const;
    void extract(const Node& node, std::size_t component, Node& child);
    Weight descend(Node& node, const std::vector<int>& forced, int excluded, Weight cutoff);
    double in_ones(Weight value) const {
        return static_cast<double>(value) / static_cast<double>(triple_);
    }
    /// Whether weights are small parts of a triple, so that gaps close slowly.
    bool fine() const { return grain_ < triple_ / 64; }
    Weight floor_to_grain(Weight bound) const { return bound / grain_ * grain_; }

    Interruption* interruption_;
    ProgramUse program_use_;
    std::vector<TracePoint>* trace_ = nullptr;
    std::vector<std::unique_ptr<Node>> pool_;
    std::size_t used_ = 0;
    Enumeration enumeration_;
    Split split_;  // used up before a child is searched
    LinearProgram program_;
    Weight grain_ = unit;
    Weight triple_ = unit;
    std::int64_t budget_ = 0;
    std::int64_t steps_ = 0;
    std::int64_t branches_ = 0;
    bool stopped_ = false;
};

}  // namespace tertium
