#include "align/climb.hpp"

#include "align/alignment.hpp"
#include "support/groups.hpp"

namespace tertium {

namespace {

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

/// Steepest ascent over moves to free columns and swaps of two rows.
class Climber {
  public:
    explicit Climber(const Problem& problem) : problem_(problem) {
        pairs_.reset(problem);
        alignment_.reset(problem, pairs_);
        row_cells_.reset(problem.row, problem.rows);
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
        for (int x : row_cells_[row])
            if (is_free(x) && problem_.unary[x] > (best < 0 ? 0 : problem_.unary[best])) best = x;
        if (best >= 0) alignment_.set(row, best);
    }

    void take_random(int row, Random& random) {
        free_.clear();
        for (int x : row_cells_[row])
            if (is_free(x)) free_.push_back(x);
        if (!free_.empty()) alignment_.set(row, free_[random.below(free_.size())]);
    }

    int cell_at(int row, int cell_in_column) const {
        if (cell_in_column < 0) return -1;
        const int column = problem_.column[cell_in_column];
        for (int x : row_cells_[row])
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
    Runs row_cells_;
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
