/// A solution of the linear program behind the relaxation, and of what it is a part of.
///
/// A child of a search node is solved from what its parent found out. Where nothing was found out
/// yet, a solution is guessed from the relaxation: cells are chosen as often as they were assigned
/// lately, pairs as often as the rarer of their cells, and prices are shares.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "align/lately.hpp"
#include "align/problem.hpp"
#include "align/relaxation.hpp"

namespace tertium {

struct LinearSolution {
    std::vector<float> cell, pair;   ///< how much each is chosen
    std::vector<float> row, column;  ///< prices in triples
    /// What a pair pays: at its first cell by row and by column, then at its second.
    std::vector<std::array<float, 4>> prices;
    float weight = 1;  ///< of moves of the prices against moves of the choice
    bool known = false;

    void guess(const Problem& problem, const Relaxation& relaxation, const Lately& lately);
    /// The solution of a whole, restricted to a part: for each of its cells and pairs, which it is
    /// in the whole.
    void take_part(const LinearSolution& whole, const Problem& whole_problem, const Problem& part,
                   const std::vector<int>& cells, std::span<const int> pairs);

  private:
    void resize(const Problem& problem);
};

}  // namespace tertium
