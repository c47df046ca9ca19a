#include <algorithm>
#include <numeric>
#include <utility>

#include "drawing/rows.hpp"

namespace tertium {

namespace {

/// The rows in the order in which a walk from the roots meets their slots, branch by branch.
std::vector<Slots> first_rows(const Rows& drawing, const Neighbours& near) {
    std::vector<std::int32_t> met(near.below.size(), -1);
    Slots agenda(drawing.rows.front().rbegin(), drawing.rows.front().rend());
    std::int32_t count = 0;
    while (!agenda.empty()) {
        const Slot slot = agenda.back();
        agenda.pop_back();
        if (met[static_cast<std::size_t>(slot)] >= 0) continue;
        met[static_cast<std::size_t>(slot)] = count++;
        const Slots& below = near.below[static_cast<std::size_t>(slot)];
        agenda.insert(agenda.end(), below.rbegin(), below.rend());
    }
    std::vector<Slots> rows = drawing.rows;
    for (Slots& row : rows)
        std::stable_sort(row.begin(), row.end(), [&](Slot a, Slot b) {
            return met[static_cast<std::size_t>(a)] < met[static_cast<std::size_t>(b)];
        });
    return rows;
}

/// Where the slots of a row stand, from 0 to 1, so that long and short rows compare.
void set_places(const Slots& row, std::vector<double>& place) {
    for (std::size_t x = 0; x < row.size(); ++x)
        place[static_cast<std::size_t>(row[x])] =
            (static_cast<double>(x) + 0.5) / static_cast<double>(row.size());
}

/// Sort each row after the first by the mean place of its neighbours in the row before it.
void sweep(std::vector<Slots>& rows, const std::vector<Slots>& before, bool down) {
    std::vector<double> place(before.size()), mean(before.size());
    if (!down) std::reverse(rows.begin(), rows.end());
    for (const Slots& row : rows) set_places(row, place);
    for (std::size_t r = 1; r < rows.size(); ++r) {
        for (const Slot slot : rows[r]) {
            const auto s = static_cast<std::size_t>(slot);
            double total = 0;
            for (const Slot other : before[s]) total += place[static_cast<std::size_t>(other)];
            mean[s] = before[s].empty() ? place[s] : total / static_cast<double>(before[s].size());
        }
        std::stable_sort(rows[r].begin(), rows[r].end(), [&](Slot a, Slot b) {
            return mean[static_cast<std::size_t>(a)] < mean[static_cast<std::size_t>(b)];
        });
        set_places(rows[r], place);
    }
    if (!down) std::reverse(rows.begin(), rows.end());
}

/// How many pairs of edges cross: inversions among the lower ends of each pair of rows.
std::int64_t crossings(const std::vector<Slots>& rows, const Neighbours& near) {
    std::int64_t count = 0;
    std::vector<std::size_t> place(near.below.size());
    std::vector<std::int32_t> tree;  // Fenwick: how many ends are at places up to this one
    for (std::size_t r = 0; r + 1 < rows.size(); ++r) {
        for (std::size_t x = 0; x < rows[r + 1].size(); ++x)
            place[static_cast<std::size_t>(rows[r + 1][x])] = x;
        tree.assign(rows[r + 1].size() + 1, 0);
        std::int32_t seen = 0;
        for (const Slot slot : rows[r]) {
            const Slots& ends = near.below[static_cast<std::size_t>(slot)];
            for (const Slot end : ends) {
                count += seen;
                for (auto k = place[static_cast<std::size_t>(end)] + 1; k > 0; k &= k - 1)
                    count -= tree[k];
            }
            for (const Slot end : ends)
                for (auto k = place[static_cast<std::size_t>(end)] + 1; k < tree.size();
                     k += k & (~k + 1))
                    ++tree[k];
            seen += static_cast<std::int32_t>(ends.size());
        }
    }
    return count;
}

}  // namespace

Neighbours::Neighbours(const Rows& drawing) {
    std::size_t slots = 0;
    for (const Slots& row : drawing.rows) slots += row.size();
    above.resize(slots);
    below.resize(slots);
    for (const Slots& chain : drawing.chains)
        for (std::size_t i = 1; i < chain.size(); ++i) {
            below[static_cast<std::size_t>(chain[i - 1])].push_back(chain[i]);
            above[static_cast<std::size_t>(chain[i])].push_back(chain[i - 1]);
        }
}

std::vector<Slots> ordered_rows(const Rows& drawing, int sweeps) {
    if (drawing.rows.empty()) return {};
    const Neighbours near(drawing);
    std::vector<Slots> rows = first_rows(drawing, near), best = rows;
    std::int64_t fewest = crossings(best, near);
    for (int k = 0; k < sweeps && fewest > 0; ++k) {
        const bool down = k % 2 == 0;
        sweep(rows, down ? near.above : near.below, down);
        const std::int64_t count = crossings(rows, near);
        if (count < fewest) {
            best = rows;
            fewest = count;
        }
    }
    return best;
}

}  // namespace tertium
