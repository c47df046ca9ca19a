#include "align/local_search.hpp"

#include <algorithm>

namespace tertium {

namespace {
constexpr int max_rounds = 60;
constexpr int pairs_from = 2000;  // cells and pairs from which pairs are tried
}  // namespace

void LocalSearch::reset(const Problem& problem, const PairIndex& pairs) {
    problem_ = &problem;
    pairs_ = &pairs;
    alignment_.reset(problem, pairs);
    row_cells_.reset(problem.row, problem.rows);
}

void LocalSearch::improve(Interruption* interruption, bool with_pairs) {
    improve_cells(interruption);
    if (!with_pairs || problem_->cells() + problem_->pairs() < pairs_from) return;
    for (int round = 0; round < max_rounds && improve_pairs(interruption); ++round)
        improve_cells(interruption);
}

void LocalSearch::improve_cells(Interruption* interruption) {
    PatientCheck check(interruption);
    int since = 0;  // rows that were tried since something improved
    for (int round = 0; round < max_rounds; ++round) {
        for (int i = 0; i < problem_->rows; ++i) {
            if (since++ == problem_->rows) return;
            if (improve_row(i, check)) since = 0;
        }
    }
}

bool LocalSearch::improve_row(int row, PatientCheck& check) {
    bool improved = false;
    int old = alignment_.cell_of_row(row);
    for (int x : row_cells_[row]) {
        // Trying another cell of the row gives up the one it has.
        check(1 + alignment_.degree(old));
        if (!may_improve(x, old) || !try_cell(x)) continue;
        improved = true;
        old = x;
    }
    return improved;
}

bool LocalSearch::improve_pairs(Interruption* interruption) {
    bool improved = false;
    for (std::size_t p = 0; p < problem_->first.size(); ++p) {
        check(interruption, 1);
        improved |= try_pair(p);
    }
    return improved;
}

// The free cell of a row that earns the most, or -1.
int LocalSearch::find_refuge(int row) const {
    int refuge = -1;
    for (int y : row_cells_[row]) {
        if (alignment_.cell_of_column(problem_->column[y]) >= 0) continue;
        if (alignment_.gain(y) > alignment_.gain(refuge)) refuge = y;
    }
    return refuge;
}

// At most this is what a row's refuge earns once `cell` is chosen instead of `old`: what some cell
// earns whose column is free or `old`'s, and the heaviest pair of that row with `cell`.
Weight LocalSearch::most_of_refuge(int row, int cell, int old) const {
    Weight most = 0, heaviest = 0;
    for (int y : row_cells_[row]) {
        const int taken = alignment_.cell_of_column(problem_->column[y]);
        if (taken < 0 || taken == old) most = std::max(most, alignment_.gain(y));
    }
    for (int s : pairs_->slots(cell))
        if (problem_->row[pairs_->other_end(s)] == row)
            heaviest = std::max(heaviest, problem_->weight[s / 2]);
    return most + heaviest;
}

void LocalSearch::give_up(int cell) {
    if (cell < 0) return;
    given_up_.push_back(cell);
    alignment_.set(problem_->row[cell], -1);
}

// Try to choose both cells of a pair; rows that lose their column find another.
bool LocalSearch::try_pair(std::size_t pair) {
    const int x = problem_->first[pair], y = problem_->second[pair];
    const int row_x = problem_->row[x], row_y = problem_->row[y];
    const int column_x = problem_->column[x], column_y = problem_->column[y];
    const int old_x = alignment_.cell_of_row(row_x), old_y = alignment_.cell_of_row(row_y);
    if (old_x == x || old_y == y) return false;
    // A pair of cells that are given up counts in the gains of both: half of them is lost at least.
    const auto owner_gain = [&](int column) {
        const int owner = alignment_.cell_of_column(column);
        return owner == old_x || owner == old_y ? 0 : alignment_.gain(owner);
    };
    const Weight lost = alignment_.gain(old_x) + alignment_.gain(old_y) + owner_gain(column_x) +
                        owner_gain(column_y);
    const Weight gained = alignment_.gain(x) + alignment_.gain(y) + problem_->weight[pair];
    if (2 * gained <= lost) return false;
    const Weight before = alignment_.value();
    given_up_.clear();
    give_up(old_x);
    give_up(old_y);
    const std::size_t own = given_up_.size();
    give_up(alignment_.cell_of_column(column_x));
    give_up(alignment_.cell_of_column(column_y));
    alignment_.set(row_x, x);
    alignment_.set(row_y, y);
    for (std::size_t k = own; k < given_up_.size() && alignment_.value() <= before; ++k) {
        const int owner = problem_->row[given_up_[k]];
        if (const int refuge = find_refuge(owner); refuge >= 0) alignment_.set(owner, refuge);
    }
    if (alignment_.value() > before) return true;
    alignment_.set(row_x, -1);
    alignment_.set(row_y, -1);
    for (int cell : given_up_) alignment_.set(problem_->row[cell], -1);
    for (int cell : given_up_) alignment_.set(problem_->row[cell], cell);
    return false;
}

// Whether choosing `cell` instead of `old` could help, whatever the row that owns its column does
// then. That row's refuge is taken to earn what the cell earned that is given up; what old and
// ejected earn together is part of either's gain and counts once. It is at most what each of them
// earns with others, which is quicker to find out.
bool LocalSearch::may_improve(int cell, int old) const {
    const Weight gain = alignment_.gain(cell);
    if (gain <= (old < 0 ? 0 : problem_->unary[old]) || cell == old) return false;
    const int ejected = alignment_.cell_of_column(problem_->column[cell]);
    const Weight rise = gain - alignment_.gain(old);
    if (old < 0 || ejected < 0) return rise > 0;
    return rise + std::min(alignment_.gain(old) - problem_->unary[old],
                           alignment_.gain(ejected) - problem_->unary[ejected]) >
           0;
}

// Try to choose a cell that may improve, with one of three answers for the row that owns its column
// now.
bool LocalSearch::try_cell(int cell) {
    const int row = problem_->row[cell], column = problem_->column[cell];
    const int old = alignment_.cell_of_row(row);
    const int ejected = alignment_.cell_of_column(column);
    if (ejected < 0) {
        alignment_.set(row, cell);
        return true;
    }
    const int owner = problem_->row[ejected];
    // The change if the owner stays free.
    const Weight change = alignment_.gain(cell) - alignment_.gain(old) - alignment_.gain(ejected) +
                          alignment_.together(old, ejected);
    if (change + alignment_.gain(ejected) <= 0 || change + most_of_refuge(owner, cell, old) <= 0)
        return false;
    const Weight before = alignment_.value();
    alignment_.set(owner, -1);
    alignment_.set(row, cell);
    const int refuge = find_refuge(owner);
    if (refuge >= 0) alignment_.set(owner, refuge);
    if (alignment_.value() > before) return true;
    alignment_.set(owner, -1);
    alignment_.set(row, old);
    alignment_.set(owner, ejected);
    return false;
}

}  // namespace tertium
