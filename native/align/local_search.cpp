#include "align/local_search.hpp"

namespace tertium {

namespace {
constexpr int max_rounds = 60;
}  // namespace

void LocalSearch::reset(const Problem& problem, const PairIndex& pairs) {
    problem_ = &problem;
    alignment_.reset(problem, pairs);
    row_cells_.reset(problem.row, problem.rows);
}

void LocalSearch::improve(Interruption* interruption) {
    bool improved = true;
    for (int round = 0; improved && round < max_rounds; ++round) {
        improved = false;
        for (int i = 0; i < problem_->rows; ++i) {
            // Trying another cell of the row gives up the one it has.
            const std::size_t work = 1 + alignment_.degree(alignment_.cell_of_row(i));
            for (int x : row_cells_[i]) {
                check(interruption, work);
                improved |= try_cell(x);
            }
        }
    }
}

// Try to choose `cell`, with one of three answers for the row that owns its column now.
bool LocalSearch::try_cell(int cell) {
    const int row = problem_->row[cell], column = problem_->column[cell];
    const int old = alignment_.cell_of_row(row);
    if (old == cell) return false;
    const int ejected = alignment_.cell_of_column(column);
    const Weight gain = alignment_.gain(cell), lost = alignment_.gain(old);
    if (ejected < 0) {
        if (gain <= lost) return false;
        alignment_.set(row, cell);
        return true;
    }
    const int owner = problem_->row[ejected];
    // The change if the owner stays free: cell in; old and ejected out.
    const Weight change =
        gain - lost - alignment_.gain(ejected) + alignment_.together(old, ejected);
    if (change + alignment_.gain(ejected) <= 0) return false;
    const Weight before = alignment_.value();
    alignment_.set(owner, -1);
    alignment_.set(row, cell);
    int refuge = -1;
    for (int y : row_cells_[owner]) {
        if (alignment_.cell_of_column(problem_->column[y]) >= 0) continue;
        if (alignment_.gain(y) > alignment_.gain(refuge)) refuge = y;
    }
    if (refuge >= 0) alignment_.set(owner, refuge);
    if (alignment_.value() > before) return true;
    alignment_.set(owner, -1);
    alignment_.set(row, old);
    alignment_.set(owner, ejected);
    return false;
}

}  // namespace tertium
