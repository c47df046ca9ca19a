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
#include "python/interruptibly.hpp"
#include "python/problems.hpp"
#include "standard/standard.hpp"

namespace tertium::python {

namespace {

std::vector<double> all_in_triples(const std::vector<Weight>& weights) {
    std::vector<double> values;
    for (Weight weight : weights) values.push_back(in_triples(weight));
    return values;
}

void set_weights(AlignerOptions& options, const std::vector<double>& weights) {
    options.grading.by_distance.clear();
    for (double weight : weights)
        options.grading.by_distance.push_back(std::llround(weight * static_cast<double>(unit)));
}

using LabelRow = std::tuple<std::string, std::string, double>;

// Rules of a type ("*" is any), a pattern and a factor, which is rounded to 2^-20 of a triple:
// finer than any of them is meant, and coarse enough for the exact search to close gaps.
void set_label_weights(AlignerOptions& options, const std::vector<LabelRow>& rows) {
    static constexpr std::string_view types[] = {"instance", "attribute", "relation", "top"};
    constexpr Weight grain = Weight{1} << 12;
    std::vector<LabelRule> rules;
    for (const auto& [type, pattern, factor] : rows) {
        const auto found = std::find(std::begin(types), std::end(types), type);
        if (found == std::end(types) && type != "*") throw std::invalid_argument("no such type");
        LabelRule rule{.any_type = type == "*", .pattern = pattern};
        if (!rule.any_type) rule.type = static_cast<TripleType>(found - std::begin(types));
        rule.factor = std::llround(factor * static_cast<double>(unit / grain)) * grain;
        rules.push_back(std::move(rule));
    }
    options.grading.by_label =
        rules.empty() ? nullptr : std::make_shared<const LabelWeights>(std::move(rules));
}

// The same options, for work that may be interrupted.
AlignerOptions with(AlignerOptions options, Interruption* interruption) {
    options.interruption = interruption;
    return options;
}

constexpr std::size_t columns = 6;

// matched, total of the prediction, total of the gold, upper, proven, and whether it is a pair.
void write_counts(const PairCounts& counts, bool skip_empty, std::span<double> row) {
    const bool empty = counts.total_a + counts.total_b == 0;
    const double numbers[columns] = {counts.matched,
                                     counts.total_a,
                                     counts.total_b,
                                     counts.upper,
                                     counts.proven ? 1.0 : 0.0,
                                     skip_empty && empty ? 0.0 : 1.0};
    std::copy(std::begin(numbers), std::end(numbers), row.begin());
}

// Count what the graphs of each pair share; call(i) turns the number of a pair into what is asked.
template <class RequestOf>
void fill_counts(const AlignerOptions& options, const GraphPairs& pairs, RequestOf request_of,
                 int threads, bool skip_empty, Interruption* interruption, Table& table) {
    const AlignerOptions used = with(options, interruption);
    const auto make = [&] {
        return [&, aligner = Aligner(used)](std::size_t i) mutable {
            const PairCounts counts = aligner.compare(pairs.a[i], pairs.b[i], request_of(i));
            write_counts(counts, skip_empty, table.row(i));
        };
    };
    parallel_for(pairs.size(), threads, make, interruption);
}

// The groups of a pair's variables, the gold's first.
using GroupsOfPair = std::pair<Allowed::Sets, Allowed::Sets>;

Allowed allowed_by(const GroupsOfPair& groups) { return Allowed(groups.second, groups.first); }

Table compare(const AlignerOptions& options, nb::sequence golds, nb::sequence preds, int threads,
              nb::object progress, bool skip_empty, const std::vector<double>& cutoffs,
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
    Table table(pairs.size(), columns);
    interruptibly(
        [&](Interruption* interruption) {
            fill_counts(options, pairs, request_of, threads, skip_empty, interruption, table);
        },
        progress);
    return table;
}

nb::tuple compare_pair(const AlignerOptions& options, const HeldGraph* gold, const HeldGraph* pred,
                       bool skip_empty, double cutoff) {
    const auto make = [&](Interruption* interruption) {
        return Aligner(with(options, interruption));
    };
    const auto write = [&](Aligner& aligner, const PackedGraph* a, const PackedGraph* b,
                           std::span<double> row) {
        write_counts(aligner.compare(a, b, {.f1 = cutoff}), skip_empty, row);
    };
    return tabulate_pair(gold, pred, columns, make, write);
}

// Align pairs, then count what parts of them share under those alignments.
Table compare_parts(const AlignerOptions& options, nb::sequence golds, nb::sequence preds,
                    nb::sequence gold_parts, nb::sequence pred_parts, bool compress, int threads,
                    nb::object progress) {
    const GraphPairs whole(preds, golds), parts(pred_parts, gold_parts);
    if (whole.size() != parts.size()) throw std::invalid_argument("the lists differ in length");
    Table table(whole.size(), columns);
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
    StandardForm pred, gold;
    nb::object given_pred, given_gold;
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

// What an aligner found, of the standard forms that it compared.
void describe(const Aligner& aligner, const std::optional<std::vector<int>>& mapping,
              PairAlignment& result) {
    const Graph pred = result.pred.graph.unpack(), gold = result.gold.graph.unpack();
    if (mapping && mapping->size() != gold.size())
        throw std::invalid_argument("the mapping does not fit the graph");
    const std::vector<int> from_pred =
        mapping ? inverted(*mapping, pred.size()) : aligner.mapping();
    result.mapping = inverted(from_pred, gold.size());
    result.matches = match_triples(pred, gold, from_pred, aligner.builder());
}

StandardForm compared_form(const AlignerOptions& options, const PackedGraph& graph) {
    if (options.standardised) return itself(graph);
    return standard_form(graph, options.convention);
}

PairAlignment align(const AlignerOptions& options, nb::handle_t<HeldGraph> gold,
                    nb::handle_t<HeldGraph> pred, std::optional<std::vector<int>> mapping,
                    double cutoff, const std::optional<GroupsOfPair>& groups) {
    std::optional<Allowed> allowed;
    if (groups) allowed = allowed_by(*groups);
    PairAlignment result{.given_pred = nb::borrow(pred), .given_gold = nb::borrow(gold)};
    const auto &a = nb::cast<const HeldGraph&>(pred), &b = nb::cast<const HeldGraph&>(gold);
    interruptibly([&](Interruption* interruption) {
        Aligner aligner(with(options, interruption));
        const Request request{.matched = cutoff, .allowed = allowed ? &*allowed : nullptr};
        result.counts = aligner.compare(&a, &b, request);
        result.pred = compared_form(options, a);
        result.gold = compared_form(options, b);
        describe(aligner, mapping, result);
    });
    return result;
}

PairAlignment align_parts(const AlignerOptions& options, const HeldGraph& gold,
                          const HeldGraph& pred, nb::handle_t<HeldGraph> gold_part,
                          nb::handle_t<HeldGraph> pred_part, bool compress) {
    PairAlignment result{.given_pred = nb::borrow(pred_part), .given_gold = nb::borrow(gold_part)};
    const auto& a = nb::cast<const HeldGraph&>(pred_part);
    const auto& b = nb::cast<const HeldGraph&>(gold_part);
    interruptibly([&](Interruption* interruption) {
        Aligner aligner(with(options, interruption));
        result.counts = aligner.compare_parts(&pred, &gold, &a, &b, compress);
        result.pred = itself(a);
        result.gold = itself(b);
        describe(aligner, {}, result);
    });
    return result;
}

// Gold and prediction (places of triples, or variables of tops), whether it is a top, what it
// earned, and what it is worth on each side.
nb::list matches_of(const PairAlignment& pair) {
    nb::list list;
    for (const Match& m : pair.matches)
        list.append(nb::make_tuple(m.b, m.a, m.top, m.earned, m.worth_b, m.worth_a));
    return list;
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

void bind_options(nb::module_& m) {
    nb::enum_<Solver>(m, "Solver").value("exact", Solver::exact).value("climb", Solver::climb);
    nb::class_<AlignerOptions>(m, "AlignerOptions")
        .def(nb::init<>())
        .def_rw("convention", &AlignerOptions::convention)
        .def_rw("solver", &AlignerOptions::solver)
        .def_rw("budget", &AlignerOptions::budget)
        .def_rw("restarts", &AlignerOptions::restarts)
        .def_rw("seed", &AlignerOptions::seed)
        .def_rw("standardised", &AlignerOptions::standardised)
        .def_rw("canonical", &AlignerOptions::canonical)
        .def_prop_rw(
            "alike",
            [](const AlignerOptions& o) {
                return std::const_pointer_cast<SimilarityTable>(o.alike);
            },
            [](AlignerOptions& o, std::shared_ptr<SimilarityTable> table) {
                o.alike = std::move(table);
            },
            nb::for_setter(nb::arg("table").none()))
        .def_prop_rw(
            "similarities",
            [](const AlignerOptions& o) {
                return std::const_pointer_cast<SimilarityTable>(o.grading.similarities);
            },
            [](AlignerOptions& o, std::shared_ptr<SimilarityTable> table) {
                o.grading.similarities = std::move(table);
            },
            nb::for_setter(nb::arg("table").none()))
        .def_prop_rw(
            "weights_by_distance",
            [](const AlignerOptions& o) { return all_in_triples(o.grading.by_distance); },
            &set_weights)
        .def("set_label_weights", &set_label_weights, "rules"_a);
}

void bind_results(nb::module_& m) {
    nb::class_<PairAlignment>(m, "PairAlignment")
        .def_prop_ro("matched", [](const PairAlignment& p) { return p.counts.matched; })
        .def_prop_ro("upper", [](const PairAlignment& p) { return p.counts.upper; })
        .def_prop_ro("proven", [](const PairAlignment& p) { return p.counts.proven; })
        .def_prop_ro("canonical", [](const PairAlignment& p) { return p.counts.canonical; })
        .def_ro("mapping", &PairAlignment::mapping)
        .def_prop_ro("matches", &matches_of,
                     nb::sig("def matches(self) -> "
                             "list[tuple[int, int, bool, float, float, float]]"))
        .def_prop_ro(
            "gold", [](const PairAlignment& p) { return hold(p.gold, p.given_gold); },
            nb::sig("def gold(self) -> GraphCore"))
        .def_prop_ro(
            "pred", [](const PairAlignment& p) { return hold(p.pred, p.given_pred); },
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
    bind_options(m);
    bind_results(m);
    m.def("compare", &compare, "options"_a, "golds"_a, "preds"_a, "threads"_a, "progress"_a.none(),
          "skip_empty"_a, "cutoffs"_a = std::vector<double>(),
          "groups"_a = std::vector<GroupsOfPair>(),
          nb::sig("def compare(options: AlignerOptions, golds: Sequence[GraphCore | None], "
                  "preds: Sequence[GraphCore | None], threads: int, "
                  "progress: collections.abc.Callable[[int], None] | None, skip_empty: bool, "
                  "cutoffs: Sequence[float] = (), groups: Sequence[tuple[Sequence[Sequence[int]], "
                  "Sequence[Sequence[int]]]] = ()) -> Table"));
    m.def("compare_pair", &compare_pair, "options"_a, "gold"_a.none(), "pred"_a.none(),
          "skip_empty"_a, "cutoff"_a = 0.0,
          nb::sig("def compare_pair(options: AlignerOptions, gold: GraphCore | None, "
                  "pred: GraphCore | None, skip_empty: bool, cutoff: float = 0.0) "
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
    m.def("problem", &make_problem, "options"_a, "gold"_a, "pred"_a, "groups"_a = nb::none());
}

}  // namespace tertium::python
