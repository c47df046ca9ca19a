#include "align/linear_solution.hpp"

#include <algorithm>

namespace tertium {

void LinearSolution::resize(const Problem& problem) {
    cell.resize(problem.row.size());
    pair.resize(problem.first.size());
    prices.resize(problem.first.size());
    row.resize(problem.rows);
    column.resize(problem.columns);
    known = true;
}

void LinearSolution::guess(const Problem& problem, const Relaxation& relaxation,
                           const Lately& lately) {
    resize(problem);
    weight = 1;
    const double one = 1 / static_cast<double>(problem.triple);
    const auto in_one = [one](Weight value) {
        return static_cast<float>(static_cast<double>(value) * one);
    };
    for (int x = 0; x < problem.cells(); ++x) cell[x] = static_cast<float>(lately(x));
    for (int p = 0; p < problem.pairs(); ++p) {
        pair[p] = std::min(cell[problem.first[p]], cell[problem.second[p]]);
        const Weight share = relaxation.share(p);
        prices[p] = {in_one(share), 0, in_one(problem.weight[p] - share), 0};
    }
    const Assignment& assignment = relaxation.assignment();
    for (int i = 0; i < problem.rows; ++i) row[i] = in_one(assignment.row_price(i));
    for (int j = 0; j < problem.columns; ++j) column[j] = in_one(assignment.column_price(j));
}

void LinearSolution::take_part(const LinearSolution& whole, const Problem& whole_problem,
                               const Problem& part, const std::vector<int>& cells,
                               std::span<const int> pairs) {
    resize(part);
    weight = whole.weight;
    for (int x = 0; x < part.cells(); ++x) {
        const int from = cells[x];
        cell[x] = whole.cell[from];
        row[part.row[x]] = whole.row[whole_problem.row[from]];
        column[part.column[x]] = whole.column[whole_problem.column[from]];
    }
    for (int p = 0; p < part.pairs(); ++p) {
        pair[p] = whole.pair[pairs[p]];
        prices[p] = whole.prices[pairs[p]];
    }
}

}  // namespace tertium
