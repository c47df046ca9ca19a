/// What is left of a problem when some cells are chosen and others excluded.
///
/// A chosen cell earns its unary weight and leaves its row and column; its pairs become unary
/// weight of their other ends. What remains falls into components that share neither row, column
/// nor pair and can be solved one by one.
#pragma once

#include <span>
#include <vector>

#include "align/problem.hpp"
#include "align/relaxation.hpp"
#include "support/groups.hpp"

namespace tertium {

/// Splits one problem after the other, keeping its memory.
class Split {
  public:
    /// Both must outlive what is asked for afterwards.
    void reset(const Problem& problem, const Relaxation& relaxation, const std::vector<int>& forced,
               int excluded);

    /// What the forced cells earn by themselves.
    Weight earned() const { return earned_; }
    /// Components, the smallest first.
    std::size_t components() const { return order_.size(); }
    /// Make the problem of a component, with the shares reached so far, and tell where its cells
    /// come from.
    void extract(std::size_t component, Problem& problem, std::vector<int>& parent_cell);
    /// The pairs of a component, which are in the same order in its problem.
    std::span<const int> pairs(std::size_t component) const { return pairs_[order_[component]]; }

  private:
    enum class State : char { gone, open, chosen };
    void choose(const std::vector<int>& forced);
    void fold_pairs();
    void join_nodes();
    void number_parts();
    int find(int node);

    const Problem* problem_ = nullptr;
    const Relaxation* relaxation_ = nullptr;
    std::vector<State> state_;
    std::vector<Weight> unary_;
    std::vector<char> has_pair_, is_left_;
    std::vector<int> open_pairs_;
    Weight earned_ = 0;
    // Nodes are the rows, then the columns; the part of a node is -1 if nothing is left of it.
    std::vector<int> parent_, part_;
    Groups<> nodes_, cells_, pairs_;   // of each part
    std::vector<std::size_t> order_;   // of the parts
    std::vector<int> number_of_node_;  // within its side of its part
    std::vector<int> number_of_cell_;  // within its part
};

}  // namespace tertium
