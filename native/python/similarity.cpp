#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <vector>

#include "align/similarity.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/held.hpp"
#include "standard/standard.hpp"

namespace tertium::python {

namespace {

/// Standard forms of two lists of graphs, and the pairs of concepts that comparing them or their
/// parts (in standard form) may ask for, without similarities yet.
nb::tuple collect_concepts(const Convention& convention, nb::sequence golds, nb::sequence preds,
                           nb::sequence gold_parts, nb::sequence pred_parts, bool traced) {
    const GraphPairs whole(preds, golds), parts(pred_parts, gold_parts);
    auto table = std::make_shared<SimilarityTable>();
    std::vector<std::optional<StandardForm>> standard_a(whole.size()), standard_b(whole.size());
    {
        const nb::gil_scoped_release release;
        Graph a, b;
        Origins kept;
        Origins* origins = traced ? &kept : nullptr;
        const auto form = [&](const PackedGraph* graph,
                              Graph& standard) -> std::optional<StandardForm> {
            if (graph == nullptr) return {};
            standardise(*graph, convention, standard, origins);
            return pack_form(standard, *graph, origins);
        };
        for (std::size_t i = 0; i < whole.size(); ++i) {
            standard_a[i] = form(whole.a[i], a);
            standard_b[i] = form(whole.b[i], b);
            if (standard_a[i] && standard_b[i]) table->add(a, b);
        }
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts.a[i] == nullptr || parts.b[i] == nullptr) continue;
            parts.a[i]->unpack(a);
            parts.b[i]->unpack(b);
            table->add(a, b);
        }
        table->settle();
    }
    return nb::make_tuple(table, hold_all(standard_b, golds), hold_all(standard_a, preds));
}

nb::ndarray<nb::numpy, double, nb::ndim<1>> products(Given<float, nb::ndim<2>> rows,
                                                     Given<std::int32_t, nb::ndim<1>> first,
                                                     Given<std::int32_t, nb::ndim<1>> second) {
    std::vector<double> values;
    {
        const nb::gil_scoped_release release;
        values = scalar_products({rows.data(), rows.size()}, rows.shape(1),
                                 {first.data(), first.size()}, {second.data(), second.size()});
    }
    return give_array(std::move(values));
}

nb::tuple places_of_pairs(SimilarityTable& table) {
    std::vector<std::int32_t> first, second;
    for (const auto& [x, y] : table.pairs()) {
        first.push_back(x);
        second.push_back(y);
    }
    return nb::make_tuple(give_array(std::move(first)), give_array(std::move(second)));
}

}  // namespace

void bind_similarity(nb::module_& m) {
    nb::class_<SimilarityTable>(m, "SimilarityTable")
        .def(
            "concepts", [](const SimilarityTable& table) { return to_list(table.concepts()); },
            nb::sig("def concepts(self) -> list[str]"))
        .def("pairs", &places_of_pairs,
             nb::sig("def pairs(self) -> tuple[numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.int32]]"))
        .def(
            "set",
            [](SimilarityTable& table, Given<double, nb::ndim<1>> values) {
                table.set({values.data(), values.size()});
            },
            "similarities"_a,
            nb::sig("def set(self, similarities: numpy.typing.NDArray[numpy.float64]) -> None"));
    m.def("collect_concepts", &collect_concepts, "convention"_a, "golds"_a, "preds"_a,
          "gold_parts"_a, "pred_parts"_a, "traced"_a,
          nb::sig("def collect_concepts(convention: Convention, golds: Sequence[GraphCore | None], "
                  "preds: Sequence[GraphCore | None], gold_parts: Sequence[GraphCore | None], "
                  "pred_parts: Sequence[GraphCore | None], traced: bool) "
                  "-> tuple[SimilarityTable, list[GraphCore | None], list[GraphCore | None]]"));
    m.def("scalar_products", &products, "rows"_a, "first"_a, "second"_a,
          nb::sig("def scalar_products(rows: numpy.typing.NDArray[numpy.float32], "
                  "first: numpy.typing.NDArray[numpy.int32], "
                  "second: numpy.typing.NDArray[numpy.int32]) "
                  "-> numpy.typing.NDArray[numpy.float64]"));
}

}  // namespace tertium::python
