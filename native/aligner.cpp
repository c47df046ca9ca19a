#include "aligner.hpp"

#include <algorithm>
#include <tuple>

#include "climb.hpp"
#include "parallel.hpp"

namespace tertium {

namespace {

// Beyond this many cells and pairs (about a gigabyte) the exact search is not tried.
constexpr std::int64_t largest_problem = 8'000'000;

double in_triples(Weight weight) { return static_cast<double>(weight) / static_cast<double>(unit); }

}  // namespace

PairCounts Aligner::compare(const Graph* a, const Graph* b) {
    static const Graph empty;
    builder_.sketch(a == nullptr ? empty : standardise(*a, options_.convention),
                    b == nullptr ? empty : standardise(*b, options_.convention),
                    options_.convention.top);
    if (options_.convention.compress) builder_.compress();
    counts_ = {};
    counts_.total_a = static_cast<double>(builder_.a().total);
    counts_.total_b = static_cast<double>(builder_.b().total);
    mapping_.assign(static_cast<std::size_t>(builder_.a().variables), -1);
    if (builder_.fits(largest_problem)) {
        builder_.build(problem_);
        solve();
    } else {
        mapping_ = align_coarsely(builder_.a(), builder_.b());
        counts_.matched = static_cast<double>(count_matches(builder_.a(), builder_.b(), mapping_));
        counts_.upper = static_cast<double>(builder_.ceiling());
    }
    counts_.proven = counts_.matched == counts_.upper;
    return counts_;
}

void Aligner::solve() {
    if (options_.solver == Solver::climb) {
        const std::vector<int> cells = hill_climb(problem_, options_.restarts, options_.seed);
        counts_.matched = in_triples(problem_.value(cells));
        counts_.upper = static_cast<double>(builder_.ceiling());
        read_mapping(cells);
    } else {
        const Solution solution = search_.solve(problem_, options_.budget);
        counts_.matched = in_triples(solution.value);
        counts_.upper = in_triples(solution.upper);
        read_mapping(solution.cells);
    }
}

void Aligner::read_mapping(std::span<const int> cells) {
    for (int x : cells) {
        if (builder_.swapped()) {
            mapping_[problem_.column[x]] = problem_.row[x];
        } else {
            mapping_[problem_.row[x]] = problem_.column[x];
        }
    }
}

Problem Aligner::problem(const Graph& a, const Graph& b, bool& swapped) {
    builder_.sketch(standardise(a, options_.convention), standardise(b, options_.convention),
                    options_.convention.top);
    if (options_.convention.compress) builder_.compress();
    builder_.build(problem_);
    swapped = builder_.swapped();
    return problem_;
}

std::vector<PairCounts> compare_pairs(std::span<const Graph* const> a,
                                      std::span<const Graph* const> b,
                                      const AlignerOptions& options, int threads) {
    std::vector<PairCounts> counts(a.size());
    parallel_for(a.size(), threads, [&] {
        return [&, aligner = Aligner(options)](std::size_t i) mutable {
            counts[i] = aligner.compare(a[i], b[i]);
        };
    });
    return counts;
}

void compare_parts_of_pairs(std::span<const Graph* const> a, std::span<const Graph* const> b,
                            std::span<const Graph* const> parts_a,
                            std::span<const Graph* const> parts_b, const AlignerOptions& options,
                            bool compress, int threads, std::span<double> rows) {
    static const Graph empty;
    parallel_for(a.size(), threads, [&] {
        return [&, aligner = Aligner(options), builder = ProblemBuilder()](std::size_t i) mutable {
            const PairCounts whole = aligner.compare(a[i], b[i]);
            builder.sketch(parts_a[i] == nullptr ? empty : *parts_a[i],
                           parts_b[i] == nullptr ? empty : *parts_b[i], Top::none);
            if (compress) builder.compress();
            const auto matched =
                static_cast<double>(count_matches(builder.a(), builder.b(), aligner.mapping()));
            const double row[] = {matched, static_cast<double>(builder.a().total),
                                  static_cast<double>(builder.b().total), matched,
                                  whole.proven ? 1.0 : 0.0};
            std::copy(std::begin(row), std::end(row),
                      rows.begin() + static_cast<std::ptrdiff_t>(5 * i));
        };
    });
}

std::int64_t count_matches(const Sketch& a, const Sketch& b, std::span<const int> mapping) {
    std::int64_t matched = 0;
    for (const Fact& fact : a.facts) {
        if (mapping[fact.variable] < 0) continue;
        const Fact wanted{fact.key, mapping[fact.variable], 0, -1};
        const auto found = std::lower_bound(b.facts.begin(), b.facts.end(), wanted);
        if (found != b.facts.end() && found->key == wanted.key &&
            found->variable == wanted.variable)
            matched += std::min(fact.count, found->count);
    }
    for (const Link& link : a.links) {
        if (mapping[link.source] < 0 || mapping[link.target] < 0) continue;
        const Link wanted{link.role, mapping[link.source], mapping[link.target], 0, -1};
        const auto found = std::lower_bound(b.links.begin(), b.links.end(), wanted);
        if (found != b.links.end() && found->role == wanted.role &&
            found->source == wanted.source && found->target == wanted.target)
            matched += std::min(link.count, found->count);
    }
    return matched;
}

std::vector<int> match_triples(const Graph& a, const Graph& b, std::span<const int> mapping) {
    using Key =
        std::tuple<std::int32_t, std::int32_t, Kind, bool, std::string_view, std::string_view>;
    const auto key = [](const Graph& graph, const Triple& t, std::int32_t source,
                        std::int32_t target) {
        return Key{source,
                   target,
                   t.kind,
                   t.missing,
                   t.kind == Kind::instance ? "" : graph.view(t.role),
                   t.kind == Kind::edge ? "" : graph.view(t.value)};
    };
    std::vector<std::pair<Key, int>> open;  // triples of b that are not matched yet
    for (std::size_t i = 0; i < b.triples.size(); ++i) {
        const Triple& t = b.triples[i];
        if (t.kind == Kind::instance && t.missing) continue;
        open.emplace_back(key(b, t, t.source, t.target), static_cast<int>(i));
    }
    std::sort(open.begin(), open.end());
    std::vector<char> taken(open.size());
    std::vector<int> partner(a.triples.size(), -1);
    for (std::size_t i = 0; i < a.triples.size(); ++i) {
        const Triple& t = a.triples[i];
        const std::int32_t source = mapping[t.source],
                           target = t.target < 0 ? -1 : mapping[t.target];
        if (source < 0 || (t.kind == Kind::edge && target < 0) ||
            (t.kind == Kind::instance && t.missing))
            continue;
        const Key wanted = key(a, t, source, target);
        auto found = std::lower_bound(open.begin(), open.end(), std::pair(wanted, -1));
        while (found != open.end() && found->first == wanted && taken[found - open.begin()])
            ++found;
        if (found == open.end() || found->first != wanted) continue;
        taken[found - open.begin()] = 1;
        partner[i] = found->second;
    }
    return partner;
}

}  // namespace tertium
