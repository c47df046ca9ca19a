/// A bound on what two sketches share, before their problem is written down.
///
/// Aligning variable i with j earns at most
///
///     W(i, j) = common facts of i and j + ½ common links, by role and direction,
///
/// because a matched link is a common link of both of its ends. Every variable has one partner at
/// most, so the best W of each row add up to a bound, so do those of each column, and so does the
/// best assignment under W. (search/bounds.hpp has the same of the graphs of an index, one of which
/// is compared with many.) This is nearly the first bound of the relaxation, which lets a link of i
/// match one of j only if no other has its place; and it takes a table of small numbers instead of
/// cells, pairs and blocks. A search with a cutoff seldom needs more.
///
/// The assignment has prices as in assignment.hpp, which begin with the best of each row. Their sum
/// is a bound at any time, and each path that makes room for one more row lowers it by its length;
/// so paths are looked for only until the bound is low enough.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "align/sketch.hpp"

namespace tertium {

/// Keeps its memory from pair to pair. One for each thread.
class RoughBound {
  public:
    /// Whether the table is small enough to be worth while.
    static bool fits(const Sketch& rows, const Sketch& columns) {
        return std::int64_t{rows.variables} * columns.variables <= largest_table;
    }
    /// No alignment is worth more, if matches are worth one triple each. There are not more rows
    /// than columns. What is below `least` is not made any tighter.
    Weight of(const Sketch& rows, const Sketch& columns, Weight least);

  private:
    static constexpr std::int64_t largest_table = 1 << 12;
    using Ends = std::vector<std::pair<std::int32_t, std::int32_t>>;  // variables, and how often

    void weigh(const Sketch& rows, const Sketch& columns);
    void find_ends(const std::vector<Link>& links, std::size_t begin, std::size_t end,
                   std::int32_t Link::* side, Ends& ends);
    std::int64_t best_of_lines();
    std::int64_t price_rows();
    std::int32_t make_room(std::size_t start);
    std::size_t find_path(std::size_t start, std::int32_t& length);

    std::size_t rows_ = 0, columns_ = 0;
    std::vector<std::int32_t> weights_;  // W, a row after the other, in half triples
    std::vector<std::int32_t> best_;     // of each column
    std::vector<std::int32_t> times_;    // by variable, 0 between calls
    Ends row_ends_, column_ends_;
    // the assignment: prices, and the partner of each row and column or `none`
    static constexpr std::size_t none = ~std::size_t{0};
    std::vector<std::int32_t> row_price_, column_price_;
    std::vector<std::size_t> column_of_, row_of_;
    // the search tree of a path: how far columns are, the row before each, those that are settled
    std::vector<std::int32_t> distance_;
    std::vector<std::size_t> row_before_, settled_;
    std::vector<char> is_settled_;
};

}  // namespace tertium
