#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "align/aligner.hpp"
#include "align/matches.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/held.hpp"
#include "python/interruptibly.hpp"
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

// The same options, for work that may be interrupted.
AlignerOptions with(AlignerOptions options, Interruption* interruption) {
    options.interruption = interruption;
    return options;
}

// Rows of matched, total of a, total of b, upper, proven.
Table compare(const AlignerOptions& options, nb::sequence a, nb::sequence b, int threads) {
    const GraphPairs pairs(a, b);
    constexpr std::size_t columns = 5;
    std::vector<double> values;
    interruptibly([&](Interruption* interruption) {
        values.reserve(pairs.size() * columns);
        const AlignerOptions used = with(options, interruption);
        for (const PairCounts& c : compare_pairs(pairs.a, pairs.b, used, threads))
            for (double value : {c.matched, c.total_a, c.total_b, c.upper, c.proven ? 1.0 : 0.0})
                values.push_back(value);
    });
    return give(std::move(values), {pairs.size(), columns});
}

/// Everything about one pair: the standardised graphs, the mapping, the partner of each triple.
struct PairAlignment {
    PairCounts counts;
    std::vector<int> mapping;
    Matches matches;
    Graph a, b;
};

PairAlignment align(const AlignerOptions& options, const HeldGraph& a, const HeldGraph& b,
                    std::optional<std::vector<int>> mapping) {
    return interruptibly([&](Interruption* interruption) {
        Aligner aligner(with(options, interruption));
        PairAlignment result;
        result.counts = aligner.compare(&a, &b);
        result.mapping = mapping ? *mapping : aligner.mapping();
        result.a = options.standardised ? Graph(a) : standardise(a, options.convention);
        result.b = options.standardised ? Graph(b) : standardise(b, options.convention);
        if (result.mapping.size() != result.a.size())
            throw std::invalid_argument("the mapping does not fit the graph");
        result.matches = match_triples(result.a, result.b, result.mapping, options.convention.top,
                                       options.grading);
        return result;
    });
}

struct PairProblem {
    Problem problem;
    bool swapped = false;
};

PairProblem make_problem(const AlignerOptions& options, const HeldGraph& a, const HeldGraph& b) {
    const nb::gil_scoped_release release;
    PairProblem result;
    result.problem = Aligner(options).problem(a, b, result.swapped);
    return result;
}

// Align pairs, then count what parts of them share under those alignments.
Table compare_parts(const AlignerOptions& options, nb::sequence a, nb::sequence b,
                    nb::sequence parts_a, nb::sequence parts_b, bool compress, int threads) {
    const GraphPairs whole(a, b), parts(parts_a, parts_b);
    if (whole.size() != parts.size()) throw std::invalid_argument("the lists differ in length");
    std::vector<double> values(whole.size() * 5);
    interruptibly([&](Interruption* interruption) {
        compare_parts_of_pairs(whole.a, whole.b, parts.a, parts.b, with(options, interruption),
                               compress, threads, values);
    });
    return give(std::move(values), {whole.size(), 5});
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
            &set_weights);
}

void bind_results(nb::module_& m) {
    nb::class_<PairAlignment>(m, "PairAlignment")
        .def_prop_ro("matched", [](const PairAlignment& p) { return p.counts.matched; })
        .def_prop_ro("upper", [](const PairAlignment& p) { return p.counts.upper; })
        .def_prop_ro("proven", [](const PairAlignment& p) { return p.counts.proven; })
        .def_ro("mapping", &PairAlignment::mapping)
        .def_prop_ro("partner", [](const PairAlignment& p) { return p.matches.partner; })
        .def_prop_ro("earned", [](const PairAlignment& p) { return p.matches.earned; })
        .def_prop_ro("tops_earned", [](const PairAlignment& p) { return p.matches.tops; })
        .def_prop_ro(
            "a", [](const PairAlignment& p) { return hold(p.a); },
            nb::sig("def a(self) -> GraphCore"))
        .def_prop_ro(
            "b", [](const PairAlignment& p) { return hold(p.b); },
            nb::sig("def b(self) -> GraphCore"));
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
    m.def("compare", &compare, "options"_a, "a"_a, "b"_a, "threads"_a,
          nb::sig("def compare(options: AlignerOptions, a: Sequence[GraphCore | None], "
                  "b: Sequence[GraphCore | None], threads: int) -> "
                  "numpy.typing.NDArray[numpy.float64]"));
    m.def("align", &align, "options"_a, "a"_a, "b"_a, "mapping"_a = nb::none());
    m.def("problem", &make_problem, "options"_a, "a"_a, "b"_a);
    m.def("compare_parts", &compare_parts, "options"_a, "a"_a, "b"_a, "parts_a"_a, "parts_b"_a,
          "compress"_a, "threads"_a,
          nb::sig("def compare_parts(options: AlignerOptions, a: Sequence[GraphCore | None], "
                  "b: Sequence[GraphCore | None], parts_a: Sequence[GraphCore | None], "
                  "parts_b: Sequence[GraphCore | None], compress: bool, threads: int) -> "
                  "numpy.typing.NDArray[numpy.float64]"));
}

}  // namespace tertium::python
