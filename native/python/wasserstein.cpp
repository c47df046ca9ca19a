#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "features/transport.hpp"
#include "features/wasserstein.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/held.hpp"
#include "python/interruptibly.hpp"

namespace tertium::python {

namespace {

using AnyShape = Given<double>;
using WholeNumbers = Given<std::int64_t, nb::ndim<1>>;

// Vectors are samples × labels × dimension, weights samples × roles × 2.
Embedding make_embedding(AnyShape vectors, AnyShape weights) {
    if (vectors.ndim() != 3 || weights.ndim() != 3 || vectors.shape(0) != weights.shape(0) ||
        weights.shape(2) != 2)
        throw std::invalid_argument("vectors and weights have the wrong shape");
    Embedding embedding;
    embedding.samples = vectors.shape(0);
    embedding.labels = vectors.shape(1);
    embedding.dimension = vectors.shape(2);
    embedding.roles = weights.shape(1);
    embedding.vectors.assign(vectors.data(), vectors.data() + vectors.size());
    embedding.weights.assign(weights.data(), weights.data() + weights.size());
    return embedding;
}

// The least cost, then the flow, a row after the other.
std::pair<double, nb::ndarray<nb::numpy, double, nb::ndim<1>>> transport(AnyShape cost,
                                                                         WholeNumbers supply,
                                                                         WholeNumbers demand) {
    if (cost.size() != supply.size() * demand.size())
        throw std::invalid_argument("the costs do not fit supply and demand");
    if (!std::all_of(cost.data(), cost.data() + cost.size(),
                     [](double c) { return std::isfinite(c); }))
        throw std::invalid_argument("a cost is not finite");
    Transport problem;
    std::vector<double> flow;
    {
        const nb::gil_scoped_release release;
        problem.solve({cost.data(), cost.size()}, {supply.data(), supply.size()},
                      {demand.data(), demand.size()});
        for (std::size_t i = 0; i < supply.size(); ++i)
            for (std::size_t j = 0; j < demand.size(); ++j) flow.push_back(problem.flow(i, j));
    }
    return {problem.cost(), give_array(std::move(flow))};
}

void replace_weights(Embedding& embedding, AnyShape weights) {
    if (weights.size() != embedding.weights.size())
        throw std::invalid_argument("the weights have the wrong shape");
    embedding.weights.assign(weights.data(), weights.data() + weights.size());
}

void make_batch(PairBatch* self, const WassersteinOptions& options, nb::sequence golds,
                nb::sequence preds) {
    const GraphPairs pairs(preds, golds);
    const nb::gil_scoped_release release;
    new (self) PairBatch(pairs.a, pairs.b, options);
}

std::vector<std::uint32_t> nodes_of(const PairBatch& batch, std::size_t graph) {
    if (graph >= 2 * batch.size()) throw std::out_of_range("there is no such graph");
    return batch.graph(graph).labels;
}

void require_pair(const PairBatch& batch, std::size_t pair) {
    if (pair >= batch.size()) throw std::out_of_range("there is no such pair");
}

std::vector<std::uint32_t> roles_of(const PairBatch& batch, std::size_t pair) {
    require_pair(batch, pair);
    std::set<std::uint32_t> found;
    for (std::size_t side : {2 * pair, 2 * pair + 1})
        for (const LabelledEdge& edge : batch.graph(side).edges) found.insert(edge.role);
    return {found.begin(), found.end()};
}

nb::ndarray<nb::numpy, double, nb::ndim<1>> values_of(const PairBatch& batch,
                                                      const Embedding& embedding,
                                                      WholeNumbers pairs, int threads,
                                                      nb::object progress) {
    const auto work = [&](Interruption* interruption) {
        return batch.values(embedding, {pairs.data(), pairs.size()}, threads, interruption);
    };
    return give_array(interruptibly(work, progress));
}

Plan plan_of(const PairBatch& batch, const Embedding& embedding, std::size_t pair) {
    require_pair(batch, pair);
    return interruptibly(
        [&](Interruption* interruption) { return batch.plan(embedding, pair, interruption); });
}

void bind_options(nb::module_& m) {
    nb::enum_<Mode>(m, "Mode")
        .value("transport", Mode::transport)
        .value("nearest_a", Mode::nearest_a)
        .value("nearest_b", Mode::nearest_b);
    nb::class_<WassersteinOptions>(m, "WassersteinOptions")
        .def(nb::init<>())
        .def_rw("k", &WassersteinOptions::k)
        .def_rw("direction", &WassersteinOptions::direction)
        .def_rw("mode", &WassersteinOptions::mode)
        .def_rw("halve", &WassersteinOptions::halve)
        .def_rw("edges_to_nodes", &WassersteinOptions::edges_to_nodes)
        .def_rw("convention", &WassersteinOptions::convention);
}

void bind_embedding(nb::module_& m) {
    nb::class_<Embedding>(m, "Embedding")
        .def(
            "__init__",
            [](Embedding* self, AnyShape vectors, AnyShape weights) {
                new (self) Embedding(make_embedding(vectors, weights));
            },
            "vectors"_a, "weights"_a,
            nb::sig("def __init__(self, vectors: numpy.typing.NDArray[numpy.float64], "
                    "weights: numpy.typing.NDArray[numpy.float64]) -> None"))
        .def("set_weights", &replace_weights, "weights"_a,
             nb::sig("def set_weights(self, weights: numpy.typing.NDArray[numpy.float64]) -> "
                     "None"));
}

void bind_batch(nb::module_& m) {
    nb::class_<Plan>(m, "Plan")
        .def_ro("rows", &Plan::rows)
        .def_ro("columns", &Plan::columns)
        .def_ro("cost", &Plan::cost)
        .def_ro("flow", &Plan::flow)
        .def_ro("value", &Plan::value);
    nb::class_<PairBatch>(m, "PairBatch")
        .def("__init__", &make_batch, "options"_a, "golds"_a, "preds"_a,
             nb::sig("def __init__(self, options: WassersteinOptions, "
                     "golds: Sequence[GraphCore | None], "
                     "preds: Sequence[GraphCore | None]) -> None"))
        .def("__len__", &PairBatch::size)
        .def_prop_ro(
            "labels", [](const PairBatch& b) { return to_list(b.labels()); },
            nb::sig("def labels(self) -> list[str]"))
        .def_prop_ro(
            "roles", [](const PairBatch& b) { return to_list(b.roles()); },
            nb::sig("def roles(self) -> list[str]"))
        .def("nodes", &nodes_of, "graph"_a)
        .def("roles_of", &roles_of, "pair"_a)
        .def("keep_products", &PairBatch::keep_products, "embedding"_a, "threads"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def("values", &values_of, "embedding"_a, "pairs"_a, "threads"_a, "progress"_a = nb::none(),
             nb::sig("def values(self, embedding: Embedding, "
                     "pairs: numpy.typing.NDArray[numpy.int64], threads: int, "
                     "progress: collections.abc.Callable[[int], None] | None = None) -> "
                     "numpy.typing.NDArray[numpy.float64]"))
        .def("plan", &plan_of, "embedding"_a, "pair"_a);
}

}  // namespace

void bind_wasserstein(nb::module_& m) {
    m.def("transport", &transport, "cost"_a, "supply"_a, "demand"_a,
          nb::sig("def transport(cost: numpy.typing.NDArray[numpy.float64], "
                  "supply: numpy.typing.NDArray[numpy.int64], "
                  "demand: numpy.typing.NDArray[numpy.int64]) -> "
                  "tuple[float, numpy.typing.NDArray[numpy.float64]]"));
    bind_options(m);
    bind_embedding(m);
    bind_batch(m);
}

}  // namespace tertium::python
