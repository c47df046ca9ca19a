// One pair, triple by triple, and the problem that its alignment solves.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <vector>

#include "align/aligner.hpp"
#include "align/matches.hpp"
#include "python/bindings.hpp"
#include "python/held.hpp"
#include "python/in_triples.hpp"
#include "python/interruptibly.hpp"
#include "python/problems.hpp"

namespace tertium::python {

namespace {

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

// How bound and value of a pair approach each other: steps, bound, value. For tests, linear
// programs may be solved at once, which only hard problems need.
std::vector<std::tuple<std::int64_t, double, double>> trace(const AlignerOptions& options,
                                                            const HeldGraph& gold,
                                                            const HeldGraph& pred,
                                                            bool programs_at_once) {
    const nb::gil_scoped_release release;
    bool swapped = false;
    const Problem problem = Aligner(options).problem(pred, gold, swapped);
    std::vector<TracePoint> points;
    ExactSearch search(nullptr, programs_at_once ? ProgramUse{0, 0} : ProgramUse{});
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
                     [](const PairAlignment& p) { return count_variables(p.gold.graph.unpack()); })
        .def_prop_ro("pred_variables",
                     [](const PairAlignment& p) { return count_variables(p.pred.graph.unpack()); })
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

void bind_alignment(nb::module_& m) {
    bind_results(m);
    m.def("align", &align, "options"_a, "gold"_a, "pred"_a, "mapping"_a = nb::none(),
          "cutoff"_a = 0.0, "groups"_a = nb::none());
    m.def("align_parts", &align_parts, "options"_a, "gold"_a, "pred"_a, "gold_part"_a,
          "pred_part"_a, "compress"_a);
    m.def("trace", &trace, "options"_a, "gold"_a, "pred"_a, "programs_at_once"_a = false);
    m.def("problem", &make_problem, "options"_a, "gold"_a, "pred"_a, "groups"_a = nb::none());
}

}  // namespace tertium::python
