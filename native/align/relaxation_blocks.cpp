// The relaxation's blocks: how the pairs of a cell fall apart, and what their matchings are worth.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "align/relaxation.hpp"

namespace tertium {

namespace {
// Rows² × columns of a block, what its matching costs: 64 neighbours against 64 under one role.
constexpr std::size_t largest_block = 1 << 18;
}  // namespace

void Relaxation::make_blocks(Interruption* interruption) {
    const int cells = problem_->cells();
    block_begin_.assign(cells + 1, 0);
    blocks_.clear();
    block_slots_.clear();
    row_mark_.assign(problem_->rows, -1);
    column_mark_.assign(problem_->columns, -1);
    PatientCheck check(interruption);
    for (int x = 0; x < cells; ++x) {
        check(1 + pairs_.slots(x).size());
        block_begin_[x] = static_cast<int>(blocks_.size());
        const auto slots = pairs_.slots(x);
        if (slots.size() == 1) {
            blocks_.push_back({1, 1, static_cast<int>(block_slots_.size())});
            block_slots_.push_back(slots[0]);
        } else if (slots.size() == 2) {
            make_blocks_of_two(slots[0], slots[1]);
        } else if (slots.size() > 2) {
            make_blocks_of(x);
        }
    }
    block_begin_[cells] = static_cast<int>(blocks_.size());
}

// Two pairs: one block with two candidates if they share a neighbour, or one block each.
void Relaxation::make_blocks_of_two(int slot, int other) {
    const int x = pairs_.other_end(slot), y = pairs_.other_end(other);
    const bool joined =
        problem_->row[x] == problem_->row[y] || problem_->column[x] == problem_->column[y];
    const int begin = static_cast<int>(block_slots_.size());
    block_slots_.push_back(slot);
    block_slots_.push_back(other);
    blocks_.push_back({1, joined ? 2 : 1, begin});
    if (!joined) blocks_.push_back({1, 1, begin + 1});
}

void Relaxation::make_blocks_of(int cell) {
    const auto slots = pairs_.slots(cell);
    end_row_.resize(slots.size());
    end_column_.resize(slots.size());
    for (std::size_t e = 0; e < slots.size(); ++e) {
        const int end = pairs_.other_end(slots[e]);
        end_row_[e] = problem_->row[end];
        end_column_[e] = problem_->column[end];
    }
    if (!make_full_block(slots)) find_blocks(slots);
}

// One block without gaps, whose pairs come row by row: where any edge may match any other. False if
// it is not one.
bool Relaxation::make_full_block(std::span<const int> slots) {
    std::size_t columns = 1, rows = 1;
    while (columns < slots.size() && end_row_[columns] == end_row_[0]) ++columns;
    for (std::size_t e = columns; e < slots.size(); e += columns, ++rows) {
        if (slots.size() - e < columns) return false;
        for (std::size_t c = 0; c < columns; ++c)
            if (end_row_[e + c] != end_row_[e] || end_column_[e + c] != end_column_[c])
                return false;
    }
    const bool transposed = rows > columns;
    if (transposed) std::swap(rows, columns);
    if (rows * rows > largest_block / columns) return false;
    const std::size_t table = block_slots_.size();
    blocks_.push_back({static_cast<int>(rows), static_cast<int>(columns), static_cast<int>(table)});
    block_slots_.resize(table + slots.size());
    const auto at = [&](std::size_t r, std::size_t c) {
        return slots[transposed ? c * rows + r : r * columns + c];
    };
    for (std::size_t r = 0, q = table; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c) block_slots_[q++] = at(r, c);
    return true;
}

// Union-find over the cell's pairs: those that share a neighbour on either side belong together.
void Relaxation::find_blocks(std::span<const int> slots) {
    const int count = static_cast<int>(slots.size());
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0);
    const auto find = [&](int e) {
        while (parent_[e] != e) e = parent_[e] = parent_[parent_[e]];
        return e;
    };
    const auto unite = [&](int e, int& mark) {
        if (mark < 0) {
            mark = e;
        } else {
            parent_[find(e)] = find(mark);
        }
    };
    for (int e = 0; e < count; ++e) {
        unite(e, row_mark_[end_row_[e]]);
        unite(e, column_mark_[end_column_[e]]);
    }
    for (int e = 0; e < count; ++e) row_mark_[end_row_[e]] = column_mark_[end_column_[e]] = -1;
    first_.assign(count, -1);
    next_.resize(count);
    for (int e = count - 1; e >= 0; --e) next_[e] = std::exchange(first_[find(e)], e);
    for (int root = 0; root < count; ++root)
        if (parent_[root] == root) make_block(slots, root);
}

// The table of one component, whose pairs are first_[root], next_[first_[root]], ...
void Relaxation::make_block(std::span<const int> slots, int root) {
    block_rows_.clear();
    block_columns_.clear();
    const auto number = [](int& mark, std::vector<int>& list, int node) {
        if (mark >= 0) return;
        mark = static_cast<int>(list.size());
        list.push_back(node);
    };
    for (int e = first_[root]; e >= 0; e = next_[e]) {
        number(row_mark_[end_row_[e]], block_rows_, end_row_[e]);
        number(column_mark_[end_column_[e]], block_columns_, end_column_[e]);
    }
    int rows = static_cast<int>(block_rows_.size()),
        columns = static_cast<int>(block_columns_.size());
    const bool transposed = rows > columns;
    if (transposed) std::swap(rows, columns);
    const int table = static_cast<int>(block_slots_.size());
    const bool small =
        static_cast<std::size_t>(rows) * rows <= largest_block / static_cast<std::size_t>(columns);
    if (small) {
        block_slots_.resize(block_slots_.size() + rows * columns, no_slot());
        blocks_.push_back({rows, columns, table});
    }
    by_row_.clear();
    for (int e = first_[root]; e >= 0; e = next_[e]) {
        int r = row_mark_[end_row_[e]], c = column_mark_[end_column_[e]];
        if (transposed) std::swap(r, c);
        if (small)
            block_slots_[table + r * columns + c] = slots[e];
        else
            by_row_.emplace_back(r, slots[e]);
    }
    for (int k : block_rows_) row_mark_[k] = -1;
    for (int k : block_columns_) column_mark_[k] = -1;
    if (!small) make_single_rows();
}

// A component too large for a table: each row by itself. Columns may then be taken twice, which
// lets M(x) be larger than it should be, so that the bound is weaker, but still one.
void Relaxation::make_single_rows() {
    std::sort(by_row_.begin(), by_row_.end());
    for (std::size_t k = 0; k < by_row_.size(); ++k) {
        if (k == 0 || by_row_[k].first != by_row_[k - 1].first)
            blocks_.push_back({1, 0, static_cast<int>(block_slots_.size())});
        ++blocks_.back().columns;
        block_slots_.push_back(by_row_[k].second);
    }
}

// M(x); the slots it counts on are added to `used`.
Weight Relaxation::inner_matching(int cell, std::vector<int>* used) {
    Weight sum = 0;
    for (int b = block_begin_[cell]; b < block_begin_[cell + 1]; ++b) {
        const Block& block = blocks_[b];
        if (block.rows == 1) {
            const Best best = best_of(block_slots_.data() + block.begin, block.columns);
            sum += best.share;
            if (used != nullptr && best.share > 0)
                used->push_back(block_slots_[block.begin + best.column]);
        } else {
            sum += block_matching(block, used);
        }
    }
    return sum;
}

// The largest share of a row but for one column (-1: for none), the first of several.
Relaxation::Best Relaxation::best_of(const int* slots, int columns, int without) const {
    Best best{0, 0};
    for (int c = 0; c < columns; ++c)
        if (const Weight share = share_[slots[c]]; share > best.share && c != without)
            best = {share, c};
    return best;
}

// Often each row's largest share is in a column of its own: nothing can be better.
Weight Relaxation::block_matching(const Block& block, std::vector<int>* used) {
    const int* slots = block_slots_.data() + block.begin;
    best_.clear();
    Weight sum = 0;
    std::uint64_t taken = 0;  // columns that are 64 apart share a bit: that only costs time
    bool clash = false;
    for (int r = 0; r < block.rows; ++r) {
        best_.push_back(best_of(slots + r * block.columns, block.columns));
        const std::uint64_t bit = std::uint64_t{best_.back().share > 0} << best_.back().column % 64;
        clash |= (taken & bit) != 0;
        taken |= bit;
        sum += best_.back().share;
    }
    if (clash && block.rows > 2) return full_matching(block, used);
    if (clash) sum = settle_two(block);
    for (int r = 0; used != nullptr && r < block.rows; ++r)
        if (best_[r].share > 0) used->push_back(slots[r * block.columns + best_[r].column]);
    return sum;
}

// Two rows want the same column: one of them has it, the other its second best.
Weight Relaxation::settle_two(const Block& block) {
    const int* slots = block_slots_.data() + block.begin;
    const int column = best_[0].column;
    const Best first = best_of(slots, block.columns, column);
    const Best second = best_of(slots + block.columns, block.columns, column);
    if (best_[0].share + second.share >= first.share + best_[1].share)
        best_[1] = second;
    else
        best_[0] = first;
    return best_[0].share + best_[1].share;
}

Weight Relaxation::full_matching(const Block& block, std::vector<int>* used) {
    const int* slots = block_slots_.data() + block.begin;
    const int* slot = slots;
    for (Weight& weight : small_.start(block.rows, block.columns)) weight = share_[*slot++];
    const Weight sum = small_.solve();
    for (int r = 0; used != nullptr && r < block.rows; ++r)
        if (const int c = small_.column_of(r); c >= 0)
            used->push_back(slots[r * block.columns + c]);
    return sum;
}

}  // namespace tertium
