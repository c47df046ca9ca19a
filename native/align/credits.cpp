#include "align/credits.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace tertium {

namespace {

Weight rounded(double credit) {
    return std::llround(credit * static_cast<double>(unit / credit_grain)) * credit_grain;
}

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

void check_table(std::span<const double> table, std::size_t rows, std::size_t columns,
                 bool may_forbid) {
    require(table.size() == rows * columns, "a table of credits does not fit the graphs");
    for (double credit : table)
        require(credit <= largest_credit && (may_forbid || credit >= 0),
                "credits must be numbers from 0 to 1048576");
}

void check_edges(std::span<const Credits::Ends> edges, int nodes) {
    for (const auto& [source, target] : edges)
        require(0 <= source && source < nodes && 0 <= target && target < nodes,
                "an edge has an end that is not a node");
}

// Every alignment earns less than the largest credit of every node and every edge together.
void check_sum(const Credits& credits) {
    double sum = 0;
    const auto add = [&](std::span<const double> table, std::size_t rows) {
        const std::size_t columns = rows == 0 ? 0 : table.size() / rows;
        for (std::size_t i = 0; i < rows; ++i) {
            const auto row = table.subspan(i * columns, columns);
            sum += row.empty() ? 0 : std::max(0.0, *std::max_element(row.begin(), row.end()));
        }
    };
    add(credits.nodes, static_cast<std::size_t>(credits.nodes_a));
    add(credits.straight, credits.edges_a.size());
    add(credits.reversed, credits.edges_a.size());
    require(sum <= largest_credit, "the credits add up to more than 1048576");
}

void check_credits(const Credits& credits) {
    require(credits.nodes_a >= 0 && credits.nodes_b >= 0, "the number of nodes is negative");
    check_table(credits.nodes, static_cast<std::size_t>(credits.nodes_a),
                static_cast<std::size_t>(credits.nodes_b), true);
    for (const auto table : {credits.straight, credits.reversed})
        check_table(table, credits.edges_a.size(), credits.edges_b.size(), false);
    check_edges(credits.edges_a, credits.nodes_a);
    check_edges(credits.edges_b, credits.nodes_b);
    check_sum(credits);
}

}  // namespace

CreditAlignment CreditAligner::align(const Credits& credits, std::int64_t budget, double cutoff) {
    build(credits);
    CreditAlignment result;
    result.mapping.assign(static_cast<std::size_t>(credits.nodes_a), -1);
    const double least = std::clamp(cutoff, 0.0, 2 * largest_credit) * static_cast<double>(unit);
    const Solution solution =
        search_.solve(problem_, budget, static_cast<Weight>(least * (1 - 1e-12)));
    for (int x : solution.cells)
        result.mapping[static_cast<std::size_t>(problem_.row[static_cast<std::size_t>(x)])] =
            problem_.column[static_cast<std::size_t>(x)];
    result.earned = in_triples(solution.value);
    result.upper = in_triples(solution.upper);
    result.proven = solution.proven;
    return result;
}

Problem CreditAligner::problem(const Credits& credits) {
    build(credits);
    return problem_;
}

std::vector<CreditAligner::Bundle> CreditAligner::bundles_of(std::span<const Credits::Ends> edges) {
    std::map<Credits::Ends, std::vector<int>> by_ends;
    for (std::size_t e = 0; e < edges.size(); ++e)
        by_ends[std::minmax({edges[e].first, edges[e].second})].push_back(static_cast<int>(e));
    std::vector<Bundle> bundles;
    for (auto& [ends, list] : by_ends)
        bundles.push_back({ends.first, ends.second, std::move(list)});
    return bundles;
}

// What two bundles earn if low is aligned with low and high with high, or `crossed`.
Weight CreditAligner::bundle_credit(const Credits& credits, const Bundle& x, const Bundle& y,
                                    bool crossed) {
    const auto credit = [&](int e, int f) {
        const std::size_t place =
            static_cast<std::size_t>(e) * credits.edges_b.size() + static_cast<std::size_t>(f);
        const bool up_a = credits.edges_a[static_cast<std::size_t>(e)].first == x.low,
                   up_b = credits.edges_b[static_cast<std::size_t>(f)].first == y.low;
        const bool straight = x.low == x.high || (up_a == up_b) != crossed;
        return rounded(straight ? credits.straight[place] : credits.reversed[place]);
    };
    if (x.edges.size() == 1 && y.edges.size() == 1) return credit(x.edges[0], y.edges[0]);
    const bool transposed = x.edges.size() > y.edges.size();
    const std::vector<int>&rows = transposed ? y.edges : x.edges,
          &columns = transposed ? x.edges : y.edges;
    auto weight =
        matching_.start(static_cast<int>(rows.size()), static_cast<int>(columns.size())).begin();
    for (int r : rows)
        for (int c : columns) *weight++ = transposed ? credit(c, r) : credit(r, c);
    return matching_.solve();
}

void CreditAligner::add_bundles(const Credits& credits) {
    const auto columns = static_cast<std::size_t>(credits.nodes_b);
    const auto key = [&](int row, int column) {
        return static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column);
    };
    const auto add = [&](std::size_t x, std::size_t y, Weight weight) {
        if (weight > 0 && alone_[x] >= 0 && alone_[y] >= 0) pairs_.push_back({x, y, weight});
    };
    const std::vector<Bundle> of_b = bundles_of(credits.edges_b);
    for (const Bundle& x : bundles_of(credits.edges_a))
        for (const Bundle& y : of_b) {
            check(interruption_, x.edges.size() * y.edges.size());
            const bool loop_x = x.low == x.high, loop_y = y.low == y.high;
            if (loop_x && loop_y && alone_[key(x.low, y.low)] >= 0)
                alone_[key(x.low, y.low)] += bundle_credit(credits, x, y, false);
            if (loop_x || loop_y) continue;
            add(key(x.low, y.low), key(x.high, y.high), bundle_credit(credits, x, y, false));
            add(key(x.low, y.high), key(x.high, y.low), bundle_credit(credits, x, y, true));
        }
}

void CreditAligner::build(const Credits& credits) {
    check_credits(credits);
    alone_.clear();
    for (double credit : credits.nodes) alone_.push_back(credit < 0 ? -1 : rounded(credit));
    pairs_.clear();
    add_bundles(credits);
    std::vector<char> in_pair(alone_.size());
    for (const CellPair& pair : pairs_) in_pair[pair.first] = in_pair[pair.second] = 1;
    problem_.clear();
    problem_.rows = credits.nodes_a;
    problem_.columns = credits.nodes_b;
    cell_.assign(alone_.size(), -1);
    for (std::size_t x = 0; x < alone_.size(); ++x) {
        if (alone_[x] < 0 || (alone_[x] == 0 && !in_pair[x])) continue;
        cell_[x] = problem_.cells();
        problem_.row.push_back(static_cast<int>(x) / credits.nodes_b);
        problem_.column.push_back(static_cast<int>(x) % credits.nodes_b);
        problem_.unary.push_back(alone_[x]);
    }
    for (const CellPair& pair : pairs_) {
        problem_.first.push_back(cell_[pair.first]);
        problem_.second.push_back(cell_[pair.second]);
        problem_.weight.push_back(pair.weight);
        problem_.share.push_back(pair.weight / 2);
    }
}

}  // namespace tertium
