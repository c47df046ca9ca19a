#include "align/aligner.hpp"

#include <algorithm>
#include <stdexcept>

#include "align/climb.hpp"
#include "align/coarse.hpp"

namespace tertium {

namespace {

// Beyond this many cells and pairs (about a gigabyte) the exact search is not tried.
constexpr std::int64_t largest_problem = 8'000'000;

}  // namespace

PairCounts Aligner::compare(const PackedGraph* a, const PackedGraph* b) {
    static const PackedGraph empty;
    sketch(a == nullptr ? empty : *a, b == nullptr ? empty : *b);
    counts_ = {};
    parts_compared_ = false;
    counts_.total_a = in_triples(builder_.a().total);
    counts_.total_b = in_triples(builder_.b().total);
    mapping_.assign(static_cast<std::size_t>(builder_.a().variables), -1);
    const bool fits = builder_.fits(largest_problem);
    if (fits || (builder_.ignore_similarities() && builder_.fits(largest_problem))) {
        builder_.build(problem_);
        solve();
    } else {
        mapping_ = align_coarsely(builder_.a(), builder_.b());
    }
    if (!fits) {
        counts_.matched = in_triples(builder_.earned(mapping_));
        counts_.upper = in_triples(builder_.ceiling());
    }
    counts_.proven = counts_.matched == counts_.upper;
    return counts_;
}

void Aligner::sketch(const PackedGraph& a, const PackedGraph& b) {
    const Convention& convention = options_.convention;
    if (options_.standardised) {
        a.unpack(standard_a_);
        b.unpack(standard_b_);
    } else {
        standardise(a, convention, standard_a_);
        standardise(b, convention, standard_b_);
    }
    builder_.sketch(standard_a_, standard_b_, convention.top);
    if (convention.compress == Compress::yes) builder_.compress();
}

void Aligner::solve() {
    if (options_.solver == Solver::climb) {
        const std::vector<int> cells =
            hill_climb(problem_, options_.restarts, options_.seed, options_.interruption);
        counts_.matched = in_triples(problem_.value(cells));
        counts_.upper = in_triples(builder_.ceiling());
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

Problem Aligner::problem(const PackedGraph& a, const PackedGraph& b, bool& swapped) {
    sketch(a, b);
    if (!builder_.fits(largest_problem))
        throw std::length_error("the graphs are too large to write the whole problem down");
    builder_.build(problem_);
    swapped = builder_.swapped();
    return problem_;
}

PairCounts Aligner::compare_parts(const PackedGraph* a, const PackedGraph* b,
                                  const PackedGraph* part_a, const PackedGraph* part_b,
                                  bool compress) {
    static const PackedGraph empty;
    const bool proven = compare(a, b).proven;
    (part_a == nullptr ? empty : *part_a).unpack(standard_a_);
    (part_b == nullptr ? empty : *part_b).unpack(standard_b_);
    part_builder_.sketch(standard_a_, standard_b_, Top::none);
    if (compress) part_builder_.compress();
    parts_compared_ = true;
    counts_ = {.matched = in_triples(part_builder_.earned(mapping_)),
               .total_a = in_triples(part_builder_.a().total),
               .total_b = in_triples(part_builder_.b().total),
               .proven = proven};
    counts_.upper = counts_.matched;
    return counts_;
}

}  // namespace tertium
