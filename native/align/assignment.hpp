/// The best assignment of rows to columns, kept optimal while cell values change.
///
/// Every row and every column may stay free. Linear programming duality gives each row i a price
/// r(i) >= 0 and each column j a price c(j) >= 0 with
///
///     r(i) + c(j) >= value(i, j)   for every live cell,
///     equality for assigned cells, price 0 for whatever is free,
///
/// so the sum of prices is the value of the assignment, and an upper bound for any other. The
/// *reduced cost* r(i) + c(j) - value(i, j) is what choosing that cell would lose at least.
///
/// When a value changes, only a cell that was assigned or now breaks its inequality matters: its
/// row is freed. It bids for another column, whose owner bids for another one, and so on; if that
/// goes on for long, a shortest augmenting path (with the prices as potentials) mends the rest.
/// Any prices of columns will do to begin with: a part of a problem begins with those of the whole
/// (`Problem::price`), under which little is left to mend. Paths read long runs of cells, so what
/// they need of each lies side by side, by row and by column.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/problem.hpp"
#include "support/interruption.hpp"

namespace tertium {

class Assignment {
  public:
    /// Find the best assignment for these values of the cells. The problem must outlive this
    /// object's use. An interruption is checked now and in later repairs.
    void reset(const Problem& problem, const std::vector<Weight>& values,
               Interruption* interruption);

    /// Change the value of a cell; call `repair` when all changes are made.
    void set_value(int cell, Weight value);
    /// The live cells whose reduced cost exceeds `slack`.
    void find_above(Weight slack, std::vector<int>& cells) const;
    /// Exclude a cell for good.
    void kill(int cell);
    void repair();

    Weight bound() const { return bound_; }
    Weight value(int cell) const { return value_[cell]; }
    bool dead(int cell) const { return dead_[cell] != 0; }
    int alive() const { return alive_; }
    Weight reduced_cost(int cell) const {
        return row_price_[problem_->row[cell]] + column_price_[problem_->column[cell]] -
               value_[cell];
    }
    Weight row_price(int row) const { return row_price_[row]; }
    Weight column_price(int column) const { return column_price_[column]; }
    /// The cell assigned to a row, or -1.
    int cell_of_row(int row) const { return row_cell_[row]; }
    /// At least this is lost if an assigned cell is not chosen.
    Weight loss_without(int cell) const;

    /// Call a function for each live cell of a row or a column.
    template <class Visit>
    void for_live_in_row(int row, Visit visit) const {
        for (const Arc& arc : row_arcs_.of(row)) visit(arc.cell);
    }
    template <class Visit>
    void for_live_in_column(int column, Visit visit) const {
        for (const Arc& arc : column_arcs_.of(column)) visit(arc.cell);
    }

  private:
    template <bool by_row>
    struct Path;
    /// What a path sees of a live cell, stored by row and again by column.
    struct Arc {
        Weight value;
        int node;  // the partner's number
        int cell;
    };
    /// The arcs of the nodes of one side; those of live cells come first.
    struct Arcs {
        std::vector<Arc> list;
        std::vector<int> begin, end;  // of each node's live arcs
        std::vector<int> place;       // of each cell's arc
        std::span<const Arc> of(int node) const {
            return {list.data() + begin[node], list.data() + end[node]};
        }
        void drop(int node, int cell);
    };
    void make_arcs();
    void release(int row);
    void queue_row(int row);
    void queue_column(int column);

    const Problem* problem_ = nullptr;
    Interruption* interruption_ = nullptr;
    Arcs row_arcs_, column_arcs_;
    std::vector<Weight> value_, row_price_, column_price_;
    std::vector<int> row_cell_, column_cell_;
    std::vector<char> dead_;
    int alive_ = 0;
    Weight bound_ = 0;
    // rows and columns that lost their partner since the last repair
    std::vector<int> free_rows_, free_columns_;
    std::vector<char> row_queued_, column_queued_;
    /// Where a shortest path has come to a node, if its stamp is that of the path.
    struct Reached {
        Weight distance;
        int by;  // the cell
        std::uint32_t stamp;
    };
    // the search tree of a shortest path
    std::vector<Reached> reached_;
    std::vector<int> frontier_, settled_;
    std::uint32_t epoch_ = 0;
};

}  // namespace tertium
