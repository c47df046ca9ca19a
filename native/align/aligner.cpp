#include "align/aligner.hpp"

#include <algorithm>
#include <stdexcept>

#include "align/climb.hpp"
#include "align/coarse.hpp"

namespace tertium {

PairCounts Aligner::compare(const PackedGraph* a, const PackedGraph* b, const Request& request) {
    static const PackedGraph empty;
    sketch(a == nullptr ? empty : *a, b == nullptr ? empty : *b, request);
    return compare_sketched(request);
}

PairCounts Aligner::compare(const Sketch& a, const Sketch& b, const Request& request) {
    builder_.sketch(a, b);
    return compare_sketched(request);
}

PairCounts Aligner::compare_sketched(const Request& request) {
    counts_ = {};
    parts_compared_ = false;
    counts_.total_a = in_triples(builder_.a().total);
    counts_.total_b = in_triples(builder_.b().total);
    mapping_.assign(static_cast<std::size_t>(builder_.a().variables), -1);
    const Weight least = cutoff(request);
    const bool bounded = least <= 0 || request.bounded;
    if (const Weight most = bounded ? least : builder_.quick_bound(least); most < least) {
        counts_.upper = in_triples(most);  // no need to align anything
    } else {
        builder_.arrange();
        align(least, request.allowed);
    }
    counts_.proven = counts_.matched == counts_.upper;
    return counts_;
}

void Aligner::align(Weight cutoff, const Allowed* allowed) {
    const bool fits = builder_.fits(largest_problem);
    if (fits || (builder_.ignore_similarities() && builder_.fits(largest_problem))) {
        builder_.build(problem_);
        solve(fits ? cutoff : 0);
    } else {
        mapping_ = align_coarsely(builder_.a(), builder_.b());
        for (std::size_t i = 0; allowed != nullptr && i < mapping_.size(); ++i)
            if (mapping_[i] >= 0 && !(*allowed)(static_cast<int>(i), mapping_[i])) mapping_[i] = -1;
    }
    if (fits) return;
    counts_.matched = in_triples(builder_.earned(mapping_));
    counts_.upper = in_triples(builder_.ceiling());
    counts_.canonical = false;
}

// A little less than asked for, since an F1 that was computed elsewhere may be rounded up.
Weight Aligner::cutoff(const Request& request) const {
    constexpr double nearly = 1 - 1e-12;
    const double by_f1 =
        request.f1 * 0.5 * static_cast<double>(builder_.a().total + builder_.b().total);
    const double least = std::max(request.matched * static_cast<double>(unit), by_f1) * nearly;
    return least > 0 ? static_cast<Weight>(std::min(least, 0x1p62)) : 0;
}

void Aligner::sketch(const PackedGraph& a, const PackedGraph& b, const Request& request) {
    const Convention& convention = options_.convention;
    const auto bring = [&](const PackedGraph& graph, Graph& standard) {
        if (options_.standardised)
            graph.unpack(standard);
        else
            standardise(graph, convention, standard);
    };
    bring(a, standard_a_);
    const bool compressed = convention.compress == Compress::yes;
    // Most often the ceiling is below a cutoff, and nobody looks at the sketches any more.
    const bool in_part = request.counts_only && !compressed && !request.bounded &&
                         (request.f1 > 0 || request.matched > 0);
    if (request.same_b) {
        builder_.sketch_next(standard_a_, standard_b_, convention.top, in_part);
    } else {
        bring(b, standard_b_);
        builder_.sketch(standard_a_, standard_b_, convention.top, in_part);
    }
    if (compressed) builder_.compress();
    builder_.restrict_to(request.allowed);
}

void Aligner::solve(Weight cutoff) {
    if (options_.solver == Solver::climb) {
        const std::vector<int> cells =
            hill_climb(problem_, options_.restarts, options_.seed, options_.interruption);
        counts_.matched = in_triples(problem_.value(cells));
        counts_.upper = in_triples(builder_.ceiling());
        read_mapping(cells);
    } else {
        const Solution solution = search_.solve(problem_, options_.budget, cutoff);
        counts_.matched = in_triples(solution.value);
        counts_.upper = in_triples(solution.upper);
        read_mapping(solution.cells);
        if (options_.canonical && solution.proven) choose(solution.value);
    }
}

void Aligner::choose(Weight optimum) {
    const SimilarityTable* alike =
        options_.alike ? options_.alike.get() : options_.grading.similarities.get();
    const Top top = options_.convention.top;
    const CanonicalChoice::Pair pair{
        standard_a_, standard_b_,     builder_, problem_,
        optimum,     options_.budget, alike,    top == Top::flag || top == Top::concept_};
    counts_.canonical = choice_.choose(pair, mapping_) == CanonicalChoice::Result::proven;
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

Problem Aligner::problem(const PackedGraph& a, const PackedGraph& b, bool& swapped,
                         const Allowed* allowed) {
    sketch(a, b, {.allowed = allowed});
    if (!builder_.fits(largest_problem))
        throw std::length_error("the graphs are too large to write the whole problem down");
    builder_.build(problem_);
    swapped = builder_.swapped();
    return problem_;
}

int count_variables(const Graph& graph) {
    std::vector<char> mentioned(graph.size());
    for (const Triple& triple : graph.triples) {
        mentioned[static_cast<std::size_t>(triple.source)] = 1;
        if (triple.kind == Kind::edge) mentioned[static_cast<std::size_t>(triple.target)] = 1;
    }
    return static_cast<int>(std::count(mentioned.begin(), mentioned.end(), 1));
}

void Aligner::count_variables(PairCounts& counts) const {
    counts.variables_a = tertium::count_variables(standard_a_);
    counts.variables_b = tertium::count_variables(standard_b_);
}

PairCounts Aligner::compare_parts(const PackedGraph* a, const PackedGraph* b,
                                  const PackedGraph* part_a, const PackedGraph* part_b,
                                  bool compress) {
    static const PackedGraph empty;
    const bool proven = compare(a, b, {}).proven;
    (part_a == nullptr ? empty : *part_a).unpack(standard_a_);
    (part_b == nullptr ? empty : *part_b).unpack(standard_b_);
    part_builder_.sketch(standard_a_, standard_b_, Top::none);
    if (compress) part_builder_.compress();
    parts_compared_ = true;
    counts_ = {.matched = in_triples(part_builder_.earned(mapping_)),
               .total_a = in_triples(part_builder_.a().total),
               .total_b = in_triples(part_builder_.b().total),
               .proven = proven};
    count_variables(counts_);
    counts_.upper = counts_.matched;
    return counts_;
}

}  // namespace tertium
