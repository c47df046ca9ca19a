#include "align/climb.hpp"

#include <algorithm>
#include <utility>

namespace tertium {

namespace {

constexpr int max_rounds = 60;

/// splitmix64: small, and the same on every machine.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    /// A number below `bound`.
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

  private:
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    std::uint64_t state_;
};

}  // namespace

void Alignment::reset(const Problem& problem, const PairIndex& pairs) {
    problem_ = &problem;
    pairs_ = &pairs;
    clear();
}

void Alignment::clear() {
    row_cell_.assign(problem_->rows, -1);
    column_cell_.assign(problem_->columns, -1);
    gain_.assign(problem_->unary.begin(), problem_->unary.end());
    value_ = 0;
}

void Alignment::set(int row, int cell) {
    const int old = row_cell_[row];
    if (old >= 0) {
        for (int s : pairs_->slots(old)) gain_[pairs_->other_end(s)] -= problem_->weight[s / 2];
        column_cell_[problem_->column[old]] = -1;
        value_ -= gain_[old];
    }
    row_cell_[row] = cell;
    if (cell >= 0) {
        value_ += gain_[cell];
        for (int s : pairs_->slots(cell)) gain_[pairs_->other_end(s)] += problem_->weight[s / 2];
        column_cell_[problem_->column[cell]] = cell;
    }
}

Weight Alignment::together(int x, int y) const {
    if (x < 0 || y < 0) return 0;
    if (degree(y) < degree(x)) std::swap(x, y);
    Weight sum = 0;
    for (int s : pairs_->slots(x))
        if (pairs_->other_end(s) == y) sum += problem_->weight[s / 2];
    return sum;
}

void Alignment::chosen(std::vector<int>& cells) const {
    cells.clear();
    for (int x : row_cell_)
        if (x >= 0) cells.push_back(x);
}

void LocalSearch::reset(const Problem& problem, const PairIndex& pairs) {
    problem_ = &problem;
    alignment_.reset(problem, pairs);
    row_begin_.assign(problem.rows + 1, 0);
    for (int i : problem.row) ++row_begin_[i + 1];
    for (std::size_t i = 1; i < row_begin_.size(); ++i) row_begin_[i] += row_begin_[i - 1];
}

int LocalSearch::cell_at(int row, int column) const {
    const auto begin = problem_->column.begin() + row_begin_[row];
    const auto end = problem_->column.begin() + row_begin_[row + 1];
    const auto found = std::lower_bound(begin, end, column);
    return found != end && *found == column ? static_cast<int>(found - problem_->column.begin())
                                            : -1;
}

void LocalSearch::improve(Interruption* interruption) {
    bool improved = true;
    for (int round = 0; improved && round < max_rounds; ++round) {
        improved = false;
        for (int i = 0; i < problem_->rows; ++i) {
            // Trying another cell of the row gives up the one it has.
            const std::size_t work = 1 + alignment_.degree(alignment_.cell_of_row(i));
            for (int x = row_begin_[i]; x < row_begin_[i + 1]; ++x) {
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
    for (int y = row_begin_[owner]; y < row_begin_[owner + 1]; ++y) {
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

namespace {

/// Steepest ascent over moves to free columns and swaps of two rows.
class Climber {
  public:
    explicit Climber(const Problem& problem) : problem_(problem) {
        pairs_.reset(problem);
        alignment_.reset(problem, pairs_);
        for (int x = 0; x < problem.cells(); ++x) cells_of_[problem.row[x]].push_back(x);
    }

    void start(bool smart, Random& random) {
        alignment_.clear();
        if (smart)
            for (int i = 0; i < problem_.rows; ++i) take_first_equal(i);
        for (int i = 0; i < problem_.rows; ++i)
            if (alignment_.cell_of_row(i) < 0) take_random(i, random);
    }

    void climb(Interruption* interruption) {
        while (step(interruption)) {
        }
    }

    const Alignment& alignment() const { return alignment_; }

  private:
    bool is_free(int cell) const { return alignment_.cell_of_column(problem_.column[cell]) < 0; }

    // smatch's first start pairs variables with the same concept; here: the cell that earns most
    // alone.
    void take_first_equal(int row) {
        int best = -1;
        for (int x : cells_of_[row])
            if (is_free(x) && problem_.unary[x] > (best < 0 ? 0 : problem_.unary[best])) best = x;
        if (best >= 0) alignment_.set(row, best);
    }

    void take_random(int row, Random& random) {
        free_.clear();
        for (int x : cells_of_[row])
            if (is_free(x)) free_.push_back(x);
        if (!free_.empty()) alignment_.set(row, free_[random.below(free_.size())]);
    }

    int cell_at(int row, int cell_in_column) const {
        if (cell_in_column < 0) return -1;
        const int column = problem_.column[cell_in_column];
        for (int x : cells_of_[row])
            if (problem_.column[x] == column) return x;
        return -1;
    }

    bool step(Interruption* interruption) {
        Weight best = 0;
        int cell = -1, row = -1, other = -1;
        for (int x = 0; x < problem_.cells(); ++x) {
            if (!is_free(x)) continue;
            const int old = alignment_.cell_of_row(problem_.row[x]);
            const Weight gain = alignment_.gain(x) - alignment_.gain(old);
            if (gain > best) best = gain, cell = x;
        }
        for (int i = 0; i < problem_.rows; ++i) {
            check(interruption, static_cast<std::size_t>(problem_.rows));
            for (int k = i + 1; k < problem_.rows; ++k) {
                const Weight gain = swap_gain(i, k);
                if (gain > best) best = gain, row = i, other = k;
            }
        }
        if (best <= 0) return false;
        if (row < 0) {
            alignment_.set(problem_.row[cell], cell);
        } else {
            swap(row, other);
        }
        return true;
    }

    Weight swap_gain(int i, int k) const {
        const int x = alignment_.cell_of_row(i), y = alignment_.cell_of_row(k);
        const int x2 = cell_at(i, y), y2 = cell_at(k, x);
        if (x2 < 0 && y2 < 0) return 0;
        const auto& a = alignment_;
        return a.gain(x2) + a.gain(y2) + a.together(x2, y2) -
               (a.gain(x) + a.gain(y) - a.together(x, y));
    }

    void swap(int i, int k) {
        const int x2 = cell_at(i, alignment_.cell_of_row(k)),
                  y2 = cell_at(k, alignment_.cell_of_row(i));
        alignment_.set(i, -1);
        alignment_.set(k, -1);
        if (x2 >= 0) alignment_.set(i, x2);
        if (y2 >= 0) alignment_.set(k, y2);
    }

    const Problem& problem_;
    PairIndex pairs_;
    Alignment alignment_;
    mutable std::vector<std::vector<int>> cells_of_ = std::vector<std::vector<int>>(problem_.rows);
    std::vector<int> free_;
};

}  // namespace

std::vector<int> hill_climb(const Problem& problem, int restarts, std::uint64_t seed,
                            Interruption* interruption) {
    Climber climber(problem);
    Random random(seed);
    std::vector<int> best;
    Weight best_value = -1;
    for (int k = 0; k <= restarts; ++k) {
        climber.start(k == 0, random);
        climber.climb(interruption);
        if (climber.alignment().value() <= best_value) continue;
        best_value = climber.alignment().value();
        climber.alignment().chosen(best);
    }
    return best;
}

}  // namespace tertium
