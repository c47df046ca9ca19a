#include <algorithm>
#include <limits>

#include "drawing/rows.hpp"

namespace tertium {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int last_rounds = 4;  // in which slots are drawn to neighbours on both sides

class Columns {
  public:
    Columns(const Rows& drawing, const std::vector<int>& widths, const Spacing& spacing)
        : drawing_(drawing), widths_(widths), spacing_(spacing), near_(drawing) {
        xs_.assign(widths.size(), 0.0);
        weights_.assign(widths.size(), 1.0);
        for (const Slots& chain : drawing.chains)
            for (std::size_t i = 2; i + 1 < chain.size(); ++i)
                weights_[at(chain[i])] = spacing.stiff;
        both_ = near_.above;
        for (std::size_t s = 0; s < both_.size(); ++s)
            both_[s].insert(both_[s].end(), near_.below[s].begin(), near_.below[s].end());
    }

    std::vector<double> find() {
        for (const Slots& row : drawing_.rows) {
            wanted_.assign(row.size(), 0.0);
            settle(row);
        }
        for (int round = 0; round < spacing_.rounds; ++round) {
            const bool down = round % 2 == 0;
            const auto& near = round >= spacing_.rounds - last_rounds ? both_
                               : down                                 ? near_.above
                                                                      : near_.below;
            const std::size_t count = drawing_.rows.size();
            for (std::size_t r = 0; r < count; ++r)
                draw_to(drawing_.rows[down ? r : count - 1 - r], near);
        }
        for (const Slots& chain : drawing_.chains) straighten(chain);
        return std::move(xs_);
    }

  private:
    static std::size_t at(Slot slot) { return static_cast<std::size_t>(slot); }

    double apart(Slot a, Slot b) const {
        return (widths_[at(a)] + widths_[at(b)]) / 2.0 + spacing_.gap;
    }

    void draw_to(const Slots& row, const std::vector<Slots>& near) {
        wanted_.clear();
        for (const Slot slot : row) {
            const Slots& some = near[at(slot)];
            wanted_.push_back(mean(some.empty() ? both_[at(slot)] : some, xs_[at(slot)]));
        }
        settle(row);
    }

    double mean(const Slots& near, double own) const {
        double total = 0, sum = 0;
        for (const Slot slot : near) {
            total += weights_[at(slot)];
            sum += xs_[at(slot)] * weights_[at(slot)];
        }
        return total > 0 ? sum / total : own;
    }

    /// Put the slots of a row as near to where they are wanted as order and widths allow: nearest
    /// in the sense of least squares, so slots that would overlap are pooled and move together.
    void settle(const Slots& row) {
        pools_.clear();
        double offset = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) offset += apart(row[i - 1], row[i]);
            Pool pool{wanted_[i] - offset, weights_[at(row[i])], 1};
            while (!pools_.empty() && pools_.back().where >= pool.where) {
                const Pool& other = pools_.back();
                const double weight = pool.weight + other.weight;
                pool.where = (pool.where * pool.weight + other.where * other.weight) / weight;
                pool.weight = weight;
                pool.count += other.count;
                pools_.pop_back();
            }
            pools_.push_back(pool);
        }
        offset = 0;
        std::size_t i = 0;
        for (const Pool& pool : pools_)
            for (std::size_t k = 0; k < pool.count; ++k, ++i) {
                if (i > 0) offset += apart(row[i - 1], row[i]);
                xs_[at(row[i])] = pool.where + offset;
            }
    }

    /// Put the slots through which an edge passes below one another, as far as there is room.
    void straighten(const Slots& chain) {
        if (beside_.empty()) find_beside();
        Slots run;
        double low = -infinity, high = infinity;
        for (std::size_t i = 2; i + 1 < chain.size(); ++i) {
            const auto [left, right] = beside_[at(chain[i])];
            const double from = left < 0 ? -infinity : xs_[at(left)] + apart(left, chain[i]);
            const double to = right < 0 ? infinity : xs_[at(right)] - apart(right, chain[i]);
            if (std::max(low, from) > std::min(high, to)) {
                align(run, low, high);
                run.clear();
                low = -infinity, high = infinity;
            }
            run.push_back(chain[i]);
            low = std::max(low, from), high = std::min(high, to);
        }
        align(run, low, high);
    }

    void align(const Slots& run, double low, double high) {
        double sum = 0;
        for (const Slot slot : run) sum += xs_[at(slot)];
        for (const Slot slot : run)
            xs_[at(slot)] = std::min(std::max(sum / static_cast<double>(run.size()), low), high);
    }

    void find_beside() {
        beside_.assign(widths_.size(), {-1, -1});
        for (const Slots& row : drawing_.rows)
            for (std::size_t i = 1; i < row.size(); ++i) {
                beside_[at(row[i])].first = row[i - 1];
                beside_[at(row[i - 1])].second = row[i];
            }
    }

    struct Pool {
        double where, weight;
        std::size_t count;
    };

    const Rows& drawing_;
    const std::vector<int>& widths_;
    const Spacing& spacing_;
    Neighbours near_;
    std::vector<Slots> both_;
    std::vector<double> xs_, weights_, wanted_;
    std::vector<Pool> pools_;
    std::vector<std::pair<Slot, Slot>> beside_;
};

}  // namespace

std::vector<double> columns(const Rows& drawing, const std::vector<int>& widths,
                            const Spacing& spacing) {
    return Columns(drawing, widths, spacing).find();
}

}  // namespace tertium
