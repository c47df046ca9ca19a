#include "align/problem.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "align/join.hpp"

namespace tertium {

namespace {

constexpr std::int64_t dense_limit = 1 << 18;  // cells of which each may have a number

}  // namespace

void Problem::clear() {
    rows = columns = 0;
    triple = unit;
    row.clear();
    column.clear();
    unary.clear();
    first.clear();
    second.clear();
    weight.clear();
    share.clear();
    price.clear();
}

Weight Problem::grain() const {
    Weight grain = 0;
    // Dividing takes long; most often the grain is a power of two, and then it is not needed.
    const auto divides = [&](Weight w) {
        return (grain & (grain - 1)) == 0 ? (w & (grain - 1)) == 0 : w % grain == 0;
    };
    const auto refine = [&](Weight w) {
        if (w != grain && (grain == 0 || !divides(w))) grain = std::gcd(grain, w);
    };
    for (Weight w : unary) refine(w);
    for (Weight w : weight) refine(w);
    return std::max<Weight>(grain, 1);
}

Weight Problem::value(std::span<const int> chosen) const {
    std::vector<char> is_chosen(row.size());
    Weight sum = 0;
    for (int x : chosen) {
        is_chosen[static_cast<std::size_t>(x)] = 1;
        sum += unary[static_cast<std::size_t>(x)];
    }
    for (std::size_t p = 0; p < first.size(); ++p)
        if (is_chosen[static_cast<std::size_t>(first[p])] &&
            is_chosen[static_cast<std::size_t>(second[p])])
            sum += weight[p];
    return sum;
}

void PairIndex::reset(const Problem& problem) {
    problem_ = &problem;
    slots_.reset(problem.row.size(), [&](auto visit) {
        for (int p = 0; p < problem.pairs(); ++p) {
            visit(problem.first[p], 2 * p);
            visit(problem.second[p], 2 * p + 1);
        }
    });
}

void ProblemBuilder::sketch(const Graph& a, const Graph& b, Top top, bool in_part) {
    arranged_a_ = arranged_b_ = !in_part || !is_plain();
    if (arranged_a_)
        sketcher_.sketch(a, b, top, grading_, a_, b_);
    else
        sketcher_.gather(a, b, top, a_, b_);
    start();
}

void ProblemBuilder::sketch_next(const Graph& a, const Graph& b, Top top, bool in_part) {
    const bool compressed = !named_b_.empty();
    if (compressed || grading_.by_label) return sketch(a, b, top, in_part);
    arranged_a_ = !in_part || !is_plain();
    if (arranged_a_)
        sketcher_.sketch_next(a, top, grading_, a_);
    else
        sketcher_.gather_next(a, top, a_);
    if (!in_part) arrange();
    start();
}

void ProblemBuilder::arrange() {
    if (!std::exchange(arranged_a_, true)) sketcher_.arrange(a_);
    if (!std::exchange(arranged_b_, true)) sketcher_.arrange(b_);
}

void ProblemBuilder::start() {
    named_a_.clear();
    named_b_.clear();
    swapped_ = a_.variables > b_.variables;
    allowed_ = nullptr;
    graded_ = grading_.similarities != nullptr;
}

bool ProblemBuilder::ignore_similarities() { return std::exchange(graded_, false); }

bool ProblemBuilder::fits(std::int64_t limit) const {
    std::int64_t size = 0;
    const auto product = [](const auto& x, const auto& y) { return x.size() * y.size(); };
    if (!graded_ && product(a_.facts, b_.facts) + product(a_.links, b_.links) <=
                        static_cast<std::size_t>(limit))
        return true;  // whatever they say
    if (graded_)
        size = static_cast<std::int64_t>(a_.concepts.items().size() * b_.concepts.items().size());
    const auto add = [&](std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
        size += static_cast<std::int64_t>((i_end - i) * (j_end - j));
    };
    join(a_.facts, b_.facts, [](const Fact& f) { return f.key; }, add);
    join(a_.links, b_.links, [](const Link& l) { return l.role; }, add);
    return size <= limit;
}

Weight ProblemBuilder::earned(std::span<const int> mapping) const {
    Weight sum = 0;
    const auto partner = [&](int v) { return mapping[static_cast<std::size_t>(v)]; };
    const auto lesser = [&](const auto& x, const auto& y) {
        return std::min(x.count, y.count) * std::min(a_.worth(x, grading_), b_.worth(y, grading_));
    };
    for (const Fact& fact : a_.facts) {
        if (partner(fact.variable) < 0) continue;
        const Fact wanted{fact.key, partner(fact.variable), 0, -1};
        const auto found = std::lower_bound(b_.facts.begin(), b_.facts.end(), wanted);
        if (found != b_.facts.end() && found->key == wanted.key &&
            found->variable == wanted.variable)
            sum += lesser(fact, *found);
    }
    for (const Link& link : a_.links) {
        if (partner(link.source) < 0 || partner(link.target) < 0) continue;
        const Link wanted{link.role, partner(link.source), partner(link.target), 0, -1};
        const auto found = std::lower_bound(b_.links.begin(), b_.links.end(), wanted);
        if (found != b_.links.end() && found->role == wanted.role &&
            found->source == wanted.source && found->target == wanted.target)
            sum += lesser(link, *found);
    }
    if (!grading_.similarities) return sum;
    for (int i = 0; i < a_.variables; ++i)
        if (partner(i) >= 0) sum += graded_concepts(a_, i, b_, partner(i));
    if (a_.top >= 0 && b_.top >= 0 && partner(a_.top) == b_.top) sum += graded_top(a_, b_);
    return sum;
}

void ProblemBuilder::build(Problem& problem) {
    const Sketch& rows = swapped_ ? b_ : a_;
    const Sketch& columns = swapped_ ? a_ : b_;
    columns_ = columns.variables;
    problem.clear();
    problem.rows = rows.variables;
    problem.columns = columns.variables;
    gains_.clear();
    pairs_.clear();
    add_facts(rows, columns);
    if (graded_) add_graded(rows, columns);
    add_links(rows, columns);
    if (has_parallel_links(rows) && has_parallel_links(columns)) merge_links();
    number_cells(problem);
    for (const Gain& gain : gains_)
        problem.unary[static_cast<std::size_t>(cell_at(gain.cell))] += gain.weight;
    problem.first.resize(pairs_.size());
    problem.second.resize(pairs_.size());
    problem.weight.resize(pairs_.size());
    problem.share.resize(pairs_.size());
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
        if (p % 64 == 0) check(interruption_, 256);
        problem.first[p] = cell_at(pairs_[p].first);
        problem.second[p] = cell_at(pairs_[p].second);
        problem.weight[p] = pairs_[p].weight;
        problem.share[p] = pairs_[p].weight / 2;
    }
}

void ProblemBuilder::add_facts(const Sketch& rows, const Sketch& columns) {
    const bool all_allowed = allows_all(), all_unit = grading_.is_unit();
    join(
        rows.facts, columns.facts, [](const Fact& f) { return f.key; },
        [&](std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
            for (; i < i_end; ++i)
                for (std::size_t k = j; k < j_end; ++k) {
                    const Fact &f = rows.facts[i], &g = columns.facts[k];
                    if (!all_allowed && !allowed(f.variable, g.variable)) continue;
                    const Weight worth =
                        all_unit ? unit
                                 : std::min(rows.worth(f, grading_), columns.worth(g, grading_));
                    gains_.push_back(
                        {f.variable * columns_ + g.variable, std::min(f.count, g.count) * worth});
                }
        });
}

void ProblemBuilder::add_links(const Sketch& rows, const Sketch& columns) {
    const bool all_allowed = allows_all(), all_unit = grading_.is_unit();
    join(
        rows.links, columns.links, [](const Link& l) { return l.role; },
        [&](std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
            for (; i < i_end; ++i)
                for (std::size_t k = j; k < j_end; ++k) {
                    const Link &f = rows.links[i], &g = columns.links[k];
                    if (!all_allowed &&
                        (!allowed(f.source, g.source) || !allowed(f.target, g.target)))
                        continue;
                    const std::int64_t source = f.source * columns_ + g.source;
                    const std::int64_t target = f.target * columns_ + g.target;
                    const Weight worth =
                        all_unit ? unit
                                 : std::min(rows.worth(f, grading_), columns.worth(g, grading_));
                    pairs_.push_back({std::min(source, target), std::max(source, target),
                                      std::min(f.count, g.count) * worth});
                }
        });
}

// Whether two variables are joined by several edges, whatever their roles and directions. Without
// them on both sides no two pairs of edges join the same cells, and nothing needs to be merged.
bool ProblemBuilder::has_parallel_links(const Sketch& sketch) {
    const std::int64_t variables = sketch.variables;
    if (variables * variables <= dense_limit) {
        joined_.assign(static_cast<std::size_t>(variables * variables), 0);
        return std::any_of(sketch.links.begin(), sketch.links.end(), [&](const Link& link) {
            const auto [low, high] = std::minmax(link.source, link.target);
            return std::exchange(joined_[static_cast<std::size_t>(low * variables + high)], 1) != 0;
        });
    }
    ends_.clear();
    for (const Link& link : sketch.links) {
        const auto low = static_cast<std::uint64_t>(std::min(link.source, link.target));
        ends_.push_back(low << 32 | static_cast<std::uint32_t>(std::max(link.source, link.target)));
    }
    std::sort(ends_.begin(), ends_.end());
    return std::adjacent_find(ends_.begin(), ends_.end()) != ends_.end();
}

// Edges with different roles or directions may join the same two cells: one pair with their sum.
void ProblemBuilder::merge_links() {
    const auto key = [](const CellPair& p) { return std::tie(p.first, p.second); };
    std::sort(pairs_.begin(), pairs_.end(),
              [&](const CellPair& x, const CellPair& y) { return key(x) < key(y); });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < pairs_.size(); ++i) {
        if (key(pairs_[i]) == key(pairs_[kept])) {
            pairs_[kept].weight += pairs_[i].weight;
        } else {
            pairs_[++kept] = pairs_[i];
        }
    }
    if (!pairs_.empty()) pairs_.resize(kept + 1);
}

void ProblemBuilder::number_cells(Problem& problem) {
    const std::int64_t area = problem.rows * columns_;
    keys_.clear();
    dense_.clear();
    if (area <= dense_limit) {
        dense_.assign(static_cast<std::size_t>(area), -1);
        const auto mark = [&](std::int64_t key) { dense_[static_cast<std::size_t>(key)] = 0; };
        for (const Gain& gain : gains_) mark(gain.cell);
        for (const CellPair& pair : pairs_) mark(pair.first), mark(pair.second);
        number_marked(problem);
    } else {
        for (const Gain& gain : gains_) keys_.push_back(gain.cell);
        for (const CellPair& pair : pairs_)
            keys_.push_back(pair.first), keys_.push_back(pair.second);
        std::sort(keys_.begin(), keys_.end());
        keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
        for (std::int64_t key : keys_) {
            problem.row.push_back(static_cast<int>(key / columns_));
            problem.column.push_back(static_cast<int>(key % columns_));
        }
    }
    problem.unary.assign(problem.row.size(), 0);
}

// Give numbers to the cells that are marked, row by row; no key is divided. Which ones are marked
// cannot be foreseen, so every cell is written down, and the next one over it if it is not.
void ProblemBuilder::number_marked(Problem& problem) {
    const auto columns = static_cast<int>(columns_);
    problem.row.resize(dense_.size());
    problem.column.resize(dense_.size());
    int* number = dense_.data();
    std::size_t cells = 0;
    for (int row = 0; row < problem.rows; ++row)
        for (int column = 0; column < columns; ++column, ++number) {
            problem.row[cells] = row;
            problem.column[cells] = column;
            const bool marked = *number >= 0;
            *number = static_cast<int>(cells);
            cells += marked ? 1 : 0;
        }
    problem.row.resize(cells);
    problem.column.resize(cells);
}

int ProblemBuilder::cell_at(std::int64_t key) const {
    if (!dense_.empty()) return dense_[static_cast<std::size_t>(key)];
    return static_cast<int>(std::lower_bound(keys_.begin(), keys_.end(), key) - keys_.begin());
}

}  // namespace tertium
