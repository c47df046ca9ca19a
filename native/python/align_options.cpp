// How pairs are aligned: solver, budget, and what matches are worth.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "align/aligner.hpp"
#include "python/bindings.hpp"
#include "python/in_triples.hpp"

namespace tertium::python {

namespace {

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

}  // namespace

void bind_align_options(nb::module_& m) {
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
        .def_prop_rw(
            "graded_top", [](const AlignerOptions& o) { return o.grading.graded_top; },
            [](AlignerOptions& o, bool graded) { o.grading.graded_top = graded; })
        .def("set_label_weights", &set_label_weights, "rules"_a);
}

}  // namespace tertium::python
