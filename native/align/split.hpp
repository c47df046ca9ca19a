/// What is left of a problem when some cells are chosen and others excluded.
///
/// A chosen cell earns its unary weight and leaves its row and column; its pairs become unary
/// weight of their other ends. What remains falls into components that share neither row, column
/// nor pair and can be solved one by one.
#pragma once

#include <vector>

#include "align/problem.hpp"
#include "align/relaxation.hpp"

namespace tertium {

class Split {
  public:
    Split(const Problem& problem, const Relaxation& relaxation, const std::vector<int>& forced,
          int excluded);

    /// What the forced cells earn by themselves.
    Weight earned() const { return earned_; }
    /// Components, the smallest first.
    std::size_t components() const { return parts_.size(); }
    /// Make the problem of a component, with the shares reached so far, and tell where its cells
    /// come from.
    void extract(std::size_t component, Problem& problem, std::vector<int>& parent_cell);
    /// The pairs of a component, which are in the same order in its problem.
    const std::vector<int>& pairs(std::size_t component) const { return parts_[component].pairs; }

  private:
    enum class State : char { gone, open, chosen };
    struct Part {
        std::vector<int> cells, pairs;
    };
    void choose(const std::vector<int>& forced);
    void fold_pairs();
    void find_parts();

    const Problem& problem_;
    const Relaxation& relaxation_;
    std::vector<State> state_;
    std::vector<Weight> unary_;
    std::vector<int> open_pairs_;
    Weight earned_ = 0;
    std::vector<Part> parts_;
    std::vector<int> new_row_, new_column_, new_cell_;
};

}  // namespace tertium
