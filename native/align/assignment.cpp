#include "align/assignment.hpp"

#include <algorithm>

namespace tertium {

namespace {
constexpr int most_bids = 8;  // before a path is searched
}  // namespace

void Assignment::reset(const Problem& problem, const std::vector<Weight>& values,
                       Interruption* interruption) {
    problem_ = &problem;
    interruption_ = interruption;
    const std::size_t cells = problem.row.size(), rows = problem.rows, columns = problem.columns;
    value_ = values;
    make_arcs();
    dead_.assign(cells, 0);
    alive_ = static_cast<int>(cells);
    row_price_.assign(rows, 0);
    column_price_ = problem.price;
    column_price_.resize(columns, 0);
    row_cell_.assign(rows, -1);
    column_cell_.assign(columns, -1);
    row_queued_.assign(rows, 0);
    column_queued_.assign(columns, 0);
    free_rows_.clear();
    free_columns_.clear();
    bound_ = 0;
    reached_.assign(std::max(rows, columns), {0, -1, 0});
    epoch_ = 0;
    for (int i = 0; i < problem.rows; ++i) queue_row(i);
    for (int j = 0; j < problem.columns; ++j)
        if (column_price_[j] > 0) queue_column(j);
    repair();
}

void Assignment::make_arcs() {
    const std::size_t cells = problem_->row.size();
    const auto make = [&](Arcs& arcs, const std::vector<int>& node_of,
                          const std::vector<int>& other_of, int nodes) {
        arcs.begin.assign(static_cast<std::size_t>(nodes) + 1, 0);
        for (int node : node_of) ++arcs.begin[static_cast<std::size_t>(node) + 1];
        for (std::size_t k = 1; k < arcs.begin.size(); ++k) arcs.begin[k] += arcs.begin[k - 1];
        // Where the next arc of a node belongs; in the end that is where its arcs end.
        arcs.end.assign(arcs.begin.begin(), arcs.begin.end() - 1);
        arcs.list.resize(cells);
        arcs.place.resize(cells);
        for (std::size_t x = 0; x < cells; ++x) {
            const int place = arcs.end[node_of[x]]++;
            arcs.list[place] = {value_[x], other_of[x], static_cast<int>(x)};
            arcs.place[x] = place;
        }
    };
    make(row_arcs_, problem_->row, problem_->column, problem_->rows);
    make(column_arcs_, problem_->column, problem_->row, problem_->columns);
}

// The last live arc takes the place of one that leaves.
void Assignment::Arcs::drop(int node, int cell) {
    const int last = --end[node], at = place[cell];
    std::swap(list[at], list[last]);
    place[list[at].cell] = at;
    place[cell] = last;
}

void Assignment::queue_row(int row) {
    if (row_queued_[row]) return;
    row_queued_[row] = 1;
    free_rows_.push_back(row);
}

void Assignment::queue_column(int column) {
    if (column_queued_[column]) return;
    column_queued_[column] = 1;
    free_columns_.push_back(column);
}

void Assignment::release(int row) {
    const int cell = row_cell_[row];
    if (cell >= 0) {
        const int column = problem_->column[cell];
        row_cell_[row] = -1;
        column_cell_[column] = -1;
        queue_column(column);
    }
    queue_row(row);
}

void Assignment::set_value(int cell, Weight value) {
    const int row = problem_->row[cell];
    const int column = problem_->column[cell];
    if (value_[cell] == value) return;
    value_[cell] = value;
    row_arcs_.list[row_arcs_.place[cell]].value = value;
    column_arcs_.list[column_arcs_.place[cell]].value = value;
    if (row_cell_[row] == cell || value > row_price_[row] + column_price_[column]) release(row);
}

void Assignment::find_above(Weight slack, std::vector<int>& cells) const {
    cells.clear();
    const Weight* const prices = column_price_.data();
    for (int i = 0; i < problem_->rows; ++i) {
        const Weight most = slack - row_price_[i];
        for (const Arc& arc : row_arcs_.of(i))
            if (prices[arc.node] - arc.value > most) cells.push_back(arc.cell);
    }
}

void Assignment::kill(int cell) {
    dead_[cell] = 1;
    --alive_;
    value_[cell] = 0;
    const int row = problem_->row[cell];
    row_arcs_.drop(row, cell);
    column_arcs_.drop(problem_->column[cell], cell);
    if (row_cell_[row] == cell) release(row);
}

// A shortest augmenting path from a free node of one side (call it A) through the other (B). It
// ends in a free B-node, or leaves some A-node free at the cost of that node's price.
template <bool by_row>
struct Assignment::Path {
    Assignment& all;
    std::vector<Weight>& price = by_row ? all.row_price_ : all.column_price_;
    std::vector<Weight>& other_price = by_row ? all.column_price_ : all.row_price_;
    std::vector<int>& cell_of = by_row ? all.row_cell_ : all.column_cell_;
    std::vector<int>& other_cell_of = by_row ? all.column_cell_ : all.row_cell_;
    const Arcs& arcs = by_row ? all.row_arcs_ : all.column_arcs_;
    const std::vector<int>& node_of = by_row ? all.problem_->row : all.problem_->column;
    const std::vector<int>& other_of = by_row ? all.problem_->column : all.problem_->row;
    Weight end_distance = 0;
    int end_node = -1;
    bool ends_in_other = false;

    void augment(int start) {
        for (int bids = 0; bids < most_bids; ++bids) {
            const int next = bid(start);
            if (next < 0) return;
            if (next == start) break;
            start = next;
        }
        search(start);
        reprice(start);
        flip(start);
    }

    // Offer the best partner what it is worth beyond the second best (Bertsekas 1988): the
    // partner's price rises by that, so no inequality breaks, and its owner goes. A free partner
    // costs nothing more. Returns the former owner, who needs a partner now, -1 if nobody does, or
    // `start` if a second partner is as good as the best, so that nothing can be offered.
    int bid(int start) {
        Weight best = 0, second = 0;
        int cell = -1, partner = -1;
        bool is_free = false;
        const Weight* const prices = other_price.data();
        const int* const owners = other_cell_of.data();
        for (const Arc& arc : arcs.of(start)) {
            const Weight rest = arc.value - prices[arc.node];
            if (rest < best) {
                second = std::max(second, rest);
                continue;
            }
            const bool free = owners[arc.node] < 0;
            second = best;
            if (rest == best && (is_free || !free)) continue;
            best = rest;
            cell = arc.cell;
            partner = arc.node;
            is_free = free;
        }
        price[start] = best;
        if (cell < 0) return -1;  // nothing is worth its price
        if (!is_free && best == second) return start;
        const int owner = is_free ? -1 : node_of[other_cell_of[partner]];
        if (owner >= 0) {
            cell_of[owner] = -1;
            price[start] = second;
            other_price[partner] += best - second;
        }
        cell_of[start] = cell;
        other_cell_of[partner] = cell;
        return owner;
    }

    void search(int start) {
        ++all.epoch_;
        all.frontier_.clear();
        all.settled_.clear();
        end_distance = price[start];  // so far: `start` itself stays free
        end_node = start;
        scan(start, 0);
        while (!all.frontier_.empty()) {
            check(all.interruption_, all.frontier_.size());
            const int node = take_nearest();
            if (node < 0) break;
            const Weight length = all.reached_[node].distance;
            const int owner = node_of[other_cell_of[node]];
            if (length + price[owner] < end_distance) {
                end_distance = length + price[owner];
                end_node = owner;
                ends_in_other = false;
            }
            scan(owner, length);
        }
    }

    // Settle the nearest B-node; -1 if none can shorten the path found so far.
    int take_nearest() {
        std::vector<int>& frontier = all.frontier_;
        const Reached* const reached = all.reached_.data();
        std::size_t nearest = 0;
        Weight least = reached[frontier[0]].distance;
        for (std::size_t q = 1; q < frontier.size(); ++q) {
            const Weight distance = reached[frontier[q]].distance;
            if (distance >= least) continue;
            least = distance;
            nearest = q;
        }
        if (least >= end_distance) return -1;
        const int node = frontier[nearest];
        frontier[nearest] = frontier.back();
        frontier.pop_back();
        all.settled_.push_back(node);
        return node;
    }

    // Reach B-nodes from an A-node at distance `base`.
    void scan(int node, Weight base) {
        base += price[node];
        // Local names, so that the compiler need not read them again after every write.
        const Weight* const prices = other_price.data();
        Reached* const reached = all.reached_.data();
        const std::uint32_t epoch = all.epoch_;
        for (const Arc& arc : arcs.of(node)) {
            const Weight length = base + prices[arc.node] - arc.value;
            if (length >= end_distance) continue;
            Reached& there = reached[arc.node];
            if (there.stamp != epoch)
                all.frontier_.push_back(arc.node);
            else if (length >= there.distance)
                continue;
            there = {length, arc.cell, epoch};
            if (other_cell_of[arc.node] < 0) {
                end_distance = length;
                end_node = arc.node;
                ends_in_other = true;
            }
        }
    }

    void reprice(int start) {
        for (int node : all.settled_) {
            const Weight slack = end_distance - all.reached_[node].distance;
            if (slack <= 0) continue;
            other_price[node] += slack;
            price[node_of[other_cell_of[node]]] -= slack;
        }
        price[start] -= end_distance;
    }

    // Assign along the path, from its end back to `start`.
    void flip(int start) {
        int node = end_node;
        if (!ends_in_other) {
            if (end_node == start) return;
            node = other_of[cell_of[end_node]];
            cell_of[end_node] = -1;
        }
        while (true) {
            const int x = all.reached_[node].by;
            const int owner = node_of[x];
            const int previous = cell_of[owner];
            cell_of[owner] = x;
            other_cell_of[node] = x;
            if (owner == start) return;
            node = other_of[previous];
        }
    }
};

void Assignment::repair() {
    for (std::size_t q = 0; q < free_rows_.size(); ++q) {
        const int row = free_rows_[q];
        row_queued_[row] = 0;
        if (row_cell_[row] < 0) Path<true>{*this}.augment(row);
    }
    free_rows_.clear();
    for (std::size_t q = 0; q < free_columns_.size(); ++q) {
        const int column = free_columns_[q];
        column_queued_[column] = 0;
        if (column_cell_[column] < 0) Path<false>{*this}.augment(column);
    }
    free_columns_.clear();
    bound_ = 0;
    for (Weight price : row_price_) bound_ += price;
    for (Weight price : column_price_) bound_ += price;
}

Weight Assignment::loss_without(int cell) const {
    const int row = problem_->row[cell], column = problem_->column[cell];
    // The least reduced cost of another live cell, which is what it would lose against its prices.
    const auto least = [cell](std::span<const Arc> arcs, Weight price, const Weight* prices) {
        Weight least = price;
        for (const Arc& arc : arcs)
            if (arc.cell != cell) least = std::min(least, price + prices[arc.node] - arc.value);
        return least;
    };
    return std::max(least(row_arcs_.of(row), row_price_[row], column_price_.data()),
                    least(column_arcs_.of(column), column_price_[column], row_price_.data()));
}

}  // namespace tertium
