#include "align/canonical.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "align/colours.hpp"
#include "align/step_scale.hpp"

namespace tertium {

namespace {

constexpr std::int64_t largest_area = 1 << 22;     // rows times columns
constexpr std::int64_t most_edge_pairs = 1 << 24;  // pairs of edges to look at
constexpr int tightening = 300;                    // iterations
constexpr Weight most_levels = 64;                 // of a similarity
constexpr int room = 60;                           // bits that sums of weights may take
constexpr int most_fineness = 20;                  // bits in which shares may differ

std::vector<int> inverse(const std::vector<int>& order) {
    std::vector<int> places(order.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        places[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
    return places;
}

// The word of a concept, without its sense.
std::string_view lemma(std::string_view concept_) {
    const std::size_t dash = concept_.rfind('-');
    if (dash == std::string_view::npos || dash == 0 || dash + 1 == concept_.size()) return concept_;
    const std::string_view sense = concept_.substr(dash + 1);
    const bool digits =
        std::all_of(sense.begin(), sense.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits ? concept_.substr(0, dash) : concept_;
}

}  // namespace

double written_similarity(std::string_view x, std::string_view y) {
    x = lemma(x);
    y = lemma(y);
    if (x == y) return 1;
    const auto common =
        std::mismatch(x.begin(),
                      x.begin() + static_cast<std::ptrdiff_t>(std::min(x.size(), y.size())),
                      y.begin())
            .first -
        x.begin();
    if (common < 3) return 0;
    return 2.0 * static_cast<double>(common) / static_cast<double>(x.size() + y.size());
}

CanonicalChoice::Result CanonicalChoice::choose(const Pair& pair, std::vector<int>& mapping) {
    const auto area =
        static_cast<std::int64_t>(pair.a.size()) * static_cast<std::int64_t>(pair.b.size());
    if (area > largest_area) return Result::none;
    order_variables(pair);
    rewrite_problem(pair);
    find_edges(pair);
    if (static_cast<std::int64_t>(row_edges_.size()) *
            static_cast<std::int64_t>(column_edges_.size()) >
        most_edge_pairs)
        return Result::none;
    tighten(pair);
    find_concepts(pair);
    find_candidates(pair);
    if (!find_factors(pair)) return Result::none;
    make_problem(pair);
    const Weight grain = pair.problem.grain();
    const Weight cutoff = pair.optimum / grain * for_grain_ * fineness_;
    const Solution solution = search_.solve(second_, pair.budget, cutoff);
    if (solution.value < cutoff) return Result::none;
    read_mapping(solution.cells, mapping);
    return solution.proven ? Result::proven : Result::found;
}

void CanonicalChoice::read_mapping(const std::vector<int>& cells, std::vector<int>& mapping) const {
    PairIndex pairs;
    pairs.reset(second_);
    Alignment alignment;
    alignment.reset(second_, pairs);
    for (int x : cells) alignment.set(second_.row[static_cast<std::size_t>(x)], x);
    std::fill(mapping.begin(), mapping.end(), -1);
    for (int x : cells) {
        if (alignment.gain(x) == 0) continue;  // nothing speaks for aligning these two
        const auto row = static_cast<std::size_t>(second_.row[static_cast<std::size_t>(x)]),
                   column = static_cast<std::size_t>(second_.column[static_cast<std::size_t>(x)]);
        const int i = row_variable_[row], j = column_variable_[column];
        mapping[static_cast<std::size_t>(rows_are_b_ ? j : i)] = rows_are_b_ ? i : j;
    }
}

void CanonicalChoice::order_variables(const Pair& pair) {
    std::vector<std::uint64_t> of_a = refined_colours(pair.a, pair.top_counts),
                               of_b = refined_colours(pair.b, pair.top_counts);
    row_variable_ = sorted_by_colour(of_a);
    column_variable_ = sorted_by_colour(of_b);
    std::sort(of_a.begin(), of_a.end());
    std::sort(of_b.begin(), of_b.end());
    rows_are_b_ = of_a.size() != of_b.size() ? of_a.size() > of_b.size() : of_b < of_a;
    if (rows_are_b_) row_variable_.swap(column_variable_);
    row_of_ = inverse(row_variable_);
    column_of_ = inverse(column_variable_);
}

// The same problem with rows and columns in the order of colours, cells and pairs sorted.
void CanonicalChoice::rewrite_problem(const Pair& pair) {
    const Problem& old = pair.problem;
    const bool turned = rows_are_b_ != pair.builder.swapped();
    first_.clear();
    first_.rows = static_cast<int>(row_variable_.size());
    first_.columns = static_cast<int>(column_variable_.size());
    std::vector<std::tuple<int, int, int>> cells;
    for (int x = 0; x < old.cells(); ++x) {
        const auto i = static_cast<std::size_t>(turned ? old.column[x] : old.row[x]),
                   j = static_cast<std::size_t>(turned ? old.row[x] : old.column[x]);
        cells.emplace_back(row_of_[i], column_of_[j], x);
    }
    std::sort(cells.begin(), cells.end());
    std::vector<int> place(cells.size());
    for (const auto& [row, column, x] : cells) {
        place[static_cast<std::size_t>(x)] = first_.cells();
        first_.row.push_back(row);
        first_.column.push_back(column);
        first_.unary.push_back(old.unary[static_cast<std::size_t>(x)]);
    }
    std::vector<std::tuple<int, int, Weight>> pairs;
    for (int p = 0; p < old.pairs(); ++p) {
        const auto [x, y] = std::minmax(place[static_cast<std::size_t>(old.first[p])],
                                        place[static_cast<std::size_t>(old.second[p])]);
        pairs.emplace_back(x, y, old.weight[p]);
    }
    std::sort(pairs.begin(), pairs.end());
    for (const auto& [x, y, weight] : pairs) {
        first_.first.push_back(x);
        first_.second.push_back(y);
        first_.weight.push_back(weight);
        first_.share.push_back(weight / 2);
    }
}

// Lower the bound towards the optimum, excluding cells that no best alignment has.
void CanonicalChoice::tighten(const Pair& pair) {
    relaxation_.reset(first_, interruption_);
    const Weight grain = pair.problem.grain();
    StepScale step{first_.triple, relaxation_.bound()};
    for (int k = 0; k < tightening; ++k) {
        check(interruption_, static_cast<std::size_t>(first_.cells() + first_.pairs()));
        relaxation_.exclude_above(relaxation_.bound() - pair.optimum);
        const Weight slack = relaxation_.bound() - pair.optimum;
        if (slack == 0) return;
        const double gap = static_cast<double>(slack) + 0.1 * static_cast<double>(grain);
        if (!relaxation_.move_shares([&](double norm) { return step.scale * gap / norm; })) return;
        if (!step.adapt(relaxation_.bound(), pair.optimum, gap)) return;
    }
}

// Edges without their roles, each once.
void CanonicalChoice::find_edges(const Pair& pair) {
    const auto find = [](const Sketch& sketch, const std::vector<int>& number, auto& edges) {
        edges.clear();
        for (const Link& link : sketch.links)
            edges.emplace_back(number[static_cast<std::size_t>(link.source)],
                               number[static_cast<std::size_t>(link.target)]);
        std::sort(edges.begin(), edges.end());
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    };
    find(rows_are_b_ ? pair.builder.b() : pair.builder.a(), row_of_, row_edges_);
    find(rows_are_b_ ? pair.builder.a() : pair.builder.b(), column_of_, column_edges_);
}

void CanonicalChoice::find_concepts(const Pair& pair) {
    const auto find = [&](const Graph& graph, const std::vector<int>& number, auto& concepts) {
        concepts.assign(graph.size(), {});
        for (const Triple& t : graph.triples) {
            if (t.kind != Kind::instance || t.missing) continue;
            const std::string_view name = graph.view(t.value);
            const int place = pair.similarities == nullptr ? -1 : pair.similarities->find(name);
            concepts[static_cast<std::size_t>(number[static_cast<std::size_t>(t.source)])]
                .push_back({name, place});
        }
        for (auto& names : concepts)
            std::sort(names.begin(), names.end(),
                      [](const Named& x, const Named& y) { return x.name < y.name; });
    };
    find(rows_are_b_ ? pair.b : pair.a, row_of_, row_concepts_);
    find(rows_are_b_ ? pair.a : pair.b, column_of_, column_concepts_);
}

int CanonicalChoice::equal_concepts(int row, int column) const {
    int equal = 0;
    const auto& x = row_concepts_[static_cast<std::size_t>(row)];
    const auto& y = column_concepts_[static_cast<std::size_t>(column)];
    for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
        const int order = x[i].name.compare(y[j].name);
        equal += order == 0;
        i += order <= 0;
        j += order >= 0;
    }
    return equal;
}

// Of the most similar two different concepts, in levels.
int CanonicalChoice::similarity(const Pair& pair, int row, int column) const {
    double best = 0;
    for (const Named& x : row_concepts_[static_cast<std::size_t>(row)])
        for (const Named& y : column_concepts_[static_cast<std::size_t>(column)]) {
            if (x.name == y.name) continue;
            best = std::max(best, pair.similarities == nullptr
                                      ? written_similarity(x.name, y.name)
                                      : in_triples(pair.similarities->between(x.place, y.place)));
        }
    return static_cast<int>(best * static_cast<double>(levels_));
}

// Mark the cells that a best alignment may have with 0, all others with -1.
void CanonicalChoice::find_candidates(const Pair& pair) {
    const Assignment& assignment = relaxation_.assignment();
    const Weight slack = relaxation_.bound() - pair.optimum;
    candidate_.assign(
        static_cast<std::size_t>(first_.rows) * static_cast<std::size_t>(first_.columns), -1);
    const bool turned = rows_are_b_ != pair.builder.swapped();
    for (int i = 0; i < first_.rows; ++i)
        for (int j = 0; j < first_.columns; ++j) {
            if (assignment.row_price(i) + assignment.column_price(j) > slack) continue;
            const int u = row_variable_[static_cast<std::size_t>(i)],
                      v = column_variable_[static_cast<std::size_t>(j)];
            if (turned ? pair.builder.allowed(v, u) : pair.builder.allowed(u, v))
                candidate_[key(i, j)] = 0;
        }
    for (std::size_t x = 0; x < first_.row.size(); ++x)
        candidate_[key(first_.row[x], first_.column[x])] =
            assignment.dead(static_cast<int>(x)) ? -1 : 0;
}

// The factors of the criteria; false if the numbers would grow too large.
bool CanonicalChoice::find_factors(const Pair& pair) {
    const auto fewer = [](std::size_t x, std::size_t y) {
        return static_cast<Weight>(std::min(x, y));
    };
    const auto count = [](const auto& lists) {
        std::size_t sum = 0;
        for (const auto& list : lists) sum += list.size();
        return sum;
    };
    const Weight most_edges = fewer(row_edges_.size(), column_edges_.size());
    const Weight most_equal = fewer(count(row_concepts_), count(column_concepts_));
    const Weight most = std::max(relaxation_.bound(), first_.triple) / pair.problem.grain() + 1;
    for (levels_ = most_levels; levels_ > 0; levels_ /= 2) {
        for_similarity_ = most_edges + 1;
        for_equal_ = for_similarity_ * (levels_ * first_.rows + 1);
        for_grain_ = for_equal_ * (most_equal + 1);
        if (most < (Weight{1} << (room - 4)) / for_grain_) break;
    }
    if (levels_ == 0) return false;
    for (fineness_ = Weight{1} << most_fineness; fineness_ > 4; fineness_ /= 2)
        if (most * for_grain_ < (Weight{1} << (room - 2)) / fineness_) return true;
    return true;
}

// Pairs of candidates that earn something together: those of the first problem, and edges.
void CanonicalChoice::collect_pairs(Weight grain) {
    together_.clear();
    const Assignment& assignment = relaxation_.assignment();
    const auto key_of = [&](int cell) {
        return key(first_.row[static_cast<std::size_t>(cell)],
                   first_.column[static_cast<std::size_t>(cell)]);
    };
    for (std::size_t p = 0; p < first_.first.size(); ++p) {
        const int x = first_.first[p], y = first_.second[p];
        if (assignment.dead(x) || assignment.dead(y)) continue;
        const Weight weight = first_.weight[p] / grain * for_grain_ * fineness_;
        const double part = static_cast<double>(relaxation_.share(static_cast<int>(p))) /
                            static_cast<double>(std::max<Weight>(first_.weight[p], 1));
        const auto share = static_cast<Weight>(part * static_cast<double>(weight));
        together_.push_back({key_of(x), key_of(y), weight, std::min(share, weight)});
    }
    for (const auto& [i, k] : row_edges_)
        for (const auto& [j, l] : column_edges_) {
            check(interruption_, 1);
            const auto [x, y] = std::minmax({key(i, j), key(k, l)});
            if (candidate_[x] >= 0 && candidate_[y] >= 0)
                together_.push_back({x, y, fineness_, fineness_ / 2});
        }
    std::sort(together_.begin(), together_.end());
}

// Candidates that earn something, alone or in a pair, become the cells of the second problem.
void CanonicalChoice::add_cells(const Pair& pair) {
    const Weight grain = pair.problem.grain();
    std::vector<char> in_pair(candidate_.size());
    for (const Together& both : together_) in_pair[both.x] = in_pair[both.y] = 1;
    std::vector<Weight> matched(candidate_.size());
    for (std::size_t x = 0; x < first_.row.size(); ++x)
        matched[key(first_.row[x], first_.column[x])] = first_.unary[x] / grain;
    for (int i = 0; i < first_.rows; ++i)
        for (int j = 0; j < first_.columns; ++j) {
            const std::size_t at = key(i, j);
            if (candidate_[at] < 0) continue;
            const Weight unary = matched[at] * for_grain_ + equal_concepts(i, j) * for_equal_ +
                                 similarity(pair, i, j) * for_similarity_;
            if (unary == 0 && !in_pair[at]) continue;
            candidate_[at] = second_.cells();
            second_.row.push_back(i);
            second_.column.push_back(j);
            second_.unary.push_back(unary * fineness_);
        }
}

void CanonicalChoice::make_problem(const Pair& pair) {
    const Weight grain = pair.problem.grain();
    second_.clear();
    second_.rows = first_.rows;
    second_.columns = first_.columns;
    second_.triple = std::max<Weight>(first_.triple / grain, 1) * for_grain_ * fineness_;
    collect_pairs(grain);
    add_cells(pair);
    for (std::size_t k = 0; k < together_.size(); ++k) {
        const Together& both = together_[k];
        if (k > 0 && both.x == together_[k - 1].x && both.y == together_[k - 1].y) {
            second_.weight.back() += both.weight;
            second_.share.back() += both.share;
            continue;
        }
        second_.first.push_back(candidate_[both.x]);
        second_.second.push_back(candidate_[both.y]);
        second_.weight.push_back(both.weight);
        second_.share.push_back(both.share);
    }
}

}  // namespace tertium
