#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "align/aligner.hpp"
#include "align/matches.hpp"
#include "python/bindings.hpp"
#include "python/held.hpp"
#include "python/in_triples.hpp"
#include "python/interruptibly.hpp"
#include "python/problems.hpp"
#include "standard/standard.hpp"

namespace tertium::python {

namespace {

// The same options, for work that may be interrupted.
AlignerOptions with(AlignerOptions options, Interruption* interruption) {
    options.interruption = interruption;
    return options;
}

constexpr std::size_t columns = 6, part_columns = 8;

// matched, total of the prediction, total of the gold, upper, proven, and whether it is a pair;
// of parts also the variables of both.
void write_counts(const PairCounts& counts, bool of_parts, std::span<double> row) {
    const bool empty = counts.total_a + counts.total_b == 0;
    const double numbers[part_columns] = {counts.matched,
                                          counts.total_a,
                                          counts.total_b,
                                          counts.upper,
                                          counts.proven ? 1.0 : 0.0,
                                          of_parts && empty ? 0.0 : 1.0,
                                          static_cast<double>(counts.variables_a),
                                          static_cast<double>(counts.variables_b)};
    std::copy(std::begin(numbers), std::begin(numbers) + row.size(), row.begin());
}

// Count what the graphs of each pair share; call(i) turns the number of a pair into what is asked.
template <class RequestOf>
void fill_counts(const AlignerOptions& options, const GraphPairs& pairs, RequestOf request_of,
                 int threads, bool of_parts, Interruption* interruption, Table& table) {
    const AlignerOptions used = with(options, interruption);
    const auto make = [&] {
        return [&, aligner = Aligner(used)](std::size_t i) mutable {
            PairCounts counts = aligner.compare(pairs.a[i], pairs.b[i], request_of(i));
            if (of_parts) count_variables(pairs.a[i], pairs.b[i], counts);
            write_counts(counts, of_parts, table.row(i));
        };
    };
    parallel_for(pairs.size(), threads, make, interruption);
}

// The groups of a pair's variables, the gold's first.
using GroupsOfPair = std::pair<Allowed::Sets, Allowed::Sets>;

Allowed allowed_by(const GroupsOfPair& groups) { return Allowed(groups.second, groups.first); }

std::size_t width(bool of_parts) { return of_parts ? part_columns : columns; }

Table compare(const AlignerOptions& options, nb::sequence golds, nb::sequence preds, int threads,
              nb::object progress, bool of_parts, const std::vector<double>& cutoffs,
              const std::vector<GroupsOfPair>& groups) {
    const GraphPairs pairs(preds, golds);
    for (std::size_t given : {cutoffs.size(), groups.size()})
        if (given != 0 && given != pairs.size())
            throw std::invalid_argument("the lists differ in length");
    std::vector<Allowed> allowed;
    for (const GroupsOfPair& each : groups) allowed.push_back(allowed_by(each));
    const auto request_of = [&](std::size_t i) {
        return Request{.f1 = cutoffs.empty() ? 0 : cutoffs[i],
                       .allowed = allowed.empty() ? nullptr : &allowed[i]};
    };
    Table table(pairs.size(), width(of_parts));
    interruptibly(
        [&](Interruption* interruption) {
            fill_counts(options, pairs, request_of, threads, of_parts, interruption, table);
        },
        progress);
    return table;
}

nb::tuple compare_pair(const AlignerOptions& options, const HeldGraph* gold, const HeldGraph* pred,
                       bool of_parts, double cutoff) {
    const auto make = [&](Interruption* interruption) {
        return Aligner(with(options, interruption));
    };
    const auto write = [&](Aligner& aligner, const Graph* a, const Graph* b,
                           std::span<double> row) {
        PairCounts counts = aligner.compare(a, b, {.f1 = cutoff});
        if (of_parts) count_variables(a, b, counts);
        write_counts(counts, of_parts, row);
    };
    return tabulate_pair(gold, pred, width(of_parts), make, write);
}

// Align pairs, then count what parts of them share under those alignments.
Table compare_parts(const AlignerOptions& options, nb::sequence golds, nb::sequence preds,
                    nb::sequence gold_parts, nb::sequence pred_parts, bool compress, int threads,
                    nb::object progress) {
    const GraphPairs whole(preds, golds), parts(pred_parts, gold_parts);
    if (whole.size() != parts.size()) throw std::invalid_argument("the lists differ in length");
    Table table(whole.size(), part_columns);
    const auto work = [&](Interruption* interruption) {
        const AlignerOptions used = with(options, interruption);
        const auto make = [&] {
            return [&, aligner = Aligner(used)](std::size_t i) mutable {
                const PairCounts counts =
                    aligner.compare_parts(whole.a[i], whole.b[i], parts.a[i], parts.b[i], compress);
                write_counts(counts, true, table.row(i));
            };
        };
        parallel_for(whole.size(), threads, make, interruption);
    };
    interruptibly(work, progress);
    return table;
}

/// Everything about one pair: the graphs that were compared, the mapping, the account of triples.
struct PairAlignment {
    PairCounts counts;
    std::vector<int> mapping;    // for each variable of the gold its partner, or -1
    std::vector<Match> matches;  // a is the prediction, b the gold
    Graph pred, gold;
};

// For each of `size` places the place that is mapped to it, or -1.
std::vector<int> inverted(const std::vector<int>& mapping, std::size_t size) {
    std::vector<int> inverse(size, -1);
    for (std::size_t i = 0; i < mapping.size(); ++i) {
        if (mapping[i] < 0) continue;
        if (static_cast<std::size_t>(mapping[i]) >= size)
            throw std::invalid_argument("the mapping does not fit the graph");
        inverse[static_cast<std::size_t>(mapping[i])] = static_cast<int>(i);
    }
    return inverse;
}

PairAlignment align(const AlignerOptions& options, const HeldGraph& gold, const HeldGraph& pred,
                    std::optional<std::vector<int>> mapping, double cutoff,
                    const std::optional<GroupsOfPair>& groups) {
    std::optional<Allowed> allowed;
    if (groups) allowed = allowed_by(*groups);
    return interruptibly([&](Interruption* interruption) {
        Aligner aligner(with(options, interruption));
        PairAlignment result;
        const Request request{.matched = cutoff, .allowed = allowed ? &*allowed : nullptr};
        result.counts = aligner.compare(&pred, &gold, request);
        result.pred = options.standardised ? Graph(pred) : standardise(pred, options.convention);
        result.gold = options.standardised ? Graph(gold) : standardise(gold, options.convention);
        if (mapping && mapping->size() != result.gold.size())
            throw std::invalid_argument("the mapping does not fit the graph");
        const std::vector<int> from_pred =
            mapping ? inverted(*mapping, result.pred.size()) : aligner.mapping();
        result.mapping = inverted(from_pred, result.gold.size());
        result.matches = match_triples(result.pred, result.gold, from_pred, aligner.builder());
        return result;
    });
}

PairAlignment align_parts(const AlignerOptions& options, const HeldGraph& gold,
                          const HeldGraph& pred, const HeldGraph& gold_part,
                          const HeldGraph& pred_part, bool compress) {
    return interruptibly([&](Interruption* interruption) {
        Aligner aligner(with(options, interruption));
        PairAlignment result;
        result.counts = aligner.compare_parts(&pred, &gold, &pred_part, &gold_part, compress);
        result.pred = Graph(pred_part);
        result.gold = Graph(gold_part);
        result.mapping = inverted(aligner.mapping(), result.gold.size());
        result.matches =
            match_triples(result.pred, result.gold, aligner.mapping(), aligner.builder());
        return result;
    });
}

// Gold and prediction (places of triples, or variables of tops), whether it is a top, what it
// earned, and what it is worth on each side.
nb::list matches_of(const PairAlignment& pair) {
    nb::list list;
    for (const Match& m : pair.matches)
        list.append(nb::make_tuple(m.b, m.a, m.top, m.earned, m.worth_b, m.worth_a));
    return list;
}

// How bound and value of a pair approach each other: steps, bound, value.
std::vector<std::tuple<std::int64_t, double, double>> trace(const AlignerOptions& options,
                                                            const HeldGraph& gold,
                                                            const HeldGraph& pred) {
    const nb::gil_scoped_release release;
    bool swapped = false;
    const Problem problem = Aligner(options).problem(pred, gold, swapped);
    std::vector<TracePoint> points;
    ExactSearch search;
    search.trace_to(&points);
    const Solution solution = search.solve(problem, options.budget);
    points.push_back({solution.steps, solution.upper, solution.value});
    std::vector<std::tuple<std::int64_t, double, double>> rows;
    for (const TracePoint& point : points)
        rows.emplace_back(point.steps, in_triples(point.bound), in_triples(point.value));
    return rows;
}

PairProblem make_problem(const AlignerOptions& options, const HeldGraph& gold,
                         const HeldGraph& pred, const std::optional<GroupsOfPair>& groups) {
    std::optional<Allowed> allowed;
    if (groups) allowed = allowed_by(*groups);
    const nb::gil_scoped_release release;
    PairProblem result;
    bool rows_of_gold = false;
    result.problem =
        Aligner(options).problem(pred, gold, rows_of_gold, allowed ? &*allowed : nullptr);
    result.swapped = !rows_of_gold;
    return result;
}

void bind_results(nb::module_& m) {
    nb::class_<PairAlignment>(m, "PairAlignment")
        .def_prop_ro("matched", [](const PairAlignment& p) { return p.counts.matched; })
        .def_prop_ro("upper", [](const PairAlignment& p) { return p.counts.upper; })
        .def_prop_ro("proven", [](const PairAlignment& p) { return p.counts.proven; })
        .def_prop_ro("canonical", [](const PairAlignment& p) { return p.counts.canonical; })
        .def_prop_ro("gold_variables",
                     [](const PairAlignment& p) { return count_variables(p.gold); })
        .def_prop_ro("pred_variables",
                     [](const PairAlignment& p) { return count_variables(p.pred); })
        .def_ro("mapping", &PairAlignment::mapping)
        .def_prop_ro("matches", &matches_of,
                     nb::sig("def matches(self) -> "
                             "list[tuple[int, int, bool, float, float, float]]"))
        .def_prop_ro(
            "gold", [](const PairAlignment& p) { return hold(p.gold); },
            nb::sig("def gold(self) -> GraphCore"))
        .def_prop_ro(
            "pred", [](const PairAlignment& p) { return hold(p.pred); },
            nb::sig("def pred(self) -> GraphCore"));
    nb::class_<PairProblem>(m, "PairProblem")
        .def_ro("swapped", &PairProblem::swapped)
        .def_prop_ro("rows", [](const PairProblem& p) { return p.problem.rows; })
        .def_prop_ro("columns", [](const PairProblem& p) { return p.problem.columns; })
        .def_prop_ro("row", [](const PairProblem& p) { return p.problem.row; })
        .def_prop_ro("column", [](const PairProblem& p) { return p.problem.column; })
        .def_prop_ro("unary", [](const PairProblem& p) { return all_in_triples(p.problem.unary); })
        .def_prop_ro("first", [](const PairProblem& p) { return p.problem.first; })
        .def_prop_ro("second", [](const PairProblem& p) { return p.problem.second; })
        .def_prop_ro("weight",
                     [](const PairProblem& p) { return all_in_triples(p.problem.weight); });
}

}  // namespace

void bind_align(nb::module_& m) {
    bind_align_options(m);
    bind_results(m);
    m.def("compare", &compare, "options"_a, "golds"_a, "preds"_a, "threads"_a, "progress"_a.none(),
          "of_parts"_a, "cutoffs"_a = std::vector<double>(),
          "groups"_a = std::vector<GroupsOfPair>(),
          nb::sig("def compare(options: AlignerOptions, golds: Sequence[GraphCore | None], "
                  "preds: Sequence[GraphCore | None], threads: int, "
                  "progress: collections.abc.Callable[[int], None] | None, of_parts: bool, "
                  "cutoffs: Sequence[float] = (), groups: Sequence[tuple[Sequence[Sequence[int]], "
                  "Sequence[Sequence[int]]]] = ()) -> Table"));
    m.def("compare_pair", &compare_pair, "options"_a, "gold"_a.none(), "pred"_a.none(),
          "of_parts"_a, "cutoff"_a = 0.0,
          nb::sig("def compare_pair(options: AlignerOptions, gold: GraphCore | None, "
                  "pred: GraphCore | None, of_parts: bool, cutoff: float = 0.0) "
                  "-> tuple[float, ...]"));
    m.def("compare_parts", &compare_parts, "options"_a, "golds"_a, "preds"_a, "gold_parts"_a,
          "pred_parts"_a, "compress"_a, "threads"_a, "progress"_a.none(),
          nb::sig("def compare_parts(options: AlignerOptions, golds: Sequence[GraphCore | None], "
                  "preds: Sequence[GraphCore | None], gold_parts: Sequence[GraphCore | None], "
                  "pred_parts: Sequence[GraphCore | None], compress: bool, threads: int, "
                  "progress: collections.abc.Callable[[int], None] | None) -> Table"));
    m.def("align", &align, "options"_a, "gold"_a, "pred"_a, "mapping"_a = nb::none(),
          "cutoff"_a = 0.0, "groups"_a = nb::none());
    m.def("align_parts", &align_parts, "options"_a, "gold"_a, "pred"_a, "gold_part"_a,
          "pred_part"_a, "compress"_a);
    m.def("trace", &trace, "options"_a, "gold"_a, "pred"_a);
    m.def("problem", &make_problem, "options"_a, "gold"_a, "pred"_a, "groups"_a = nb::none());
}

}  // namespace tertium::python
