#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "accord/details.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/held.hpp"
#include "python/interruptibly.hpp"
#include "python/problems.hpp"
#include "python/table.hpp"
#include "support/parallel.hpp"

namespace tertium::python {

namespace {

using Numbers = Given<double, nb::ndim<1>>;
using Flags = Given<std::uint8_t, nb::ndim<1>>;
using Integers = Given<std::int32_t, nb::ndim<1>>;
using IntegerArray = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;
using NumberArray = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

template <class T, class Array>
std::vector<T> list_of(const Array& array) {
    return {array.data(), array.data() + array.size()};
}

std::vector<Grains> grains_of(const Numbers& weights) {
    std::vector<Grains> grains;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        const double weight = weights.data()[k];
        if (!(weight >= 0 && weight <= 1e6))
            throw std::invalid_argument("a weight is not a number");
        grains.push_back(std::llround(weight * static_cast<double>(one_grains)));
    }
    return grains;
}

void set_labels(AccordModel& model, Given<std::int16_t, nb::ndim<2>> vectors, Integers lemmas,
                Flags constant, Flags rare, Numbers strict, Numbers gist,
                Given<std::uint64_t, nb::ndim<1>> antonyms) {
    model.dimension = vectors.shape(1);
    model.vectors = list_of<std::int16_t>(vectors);
    model.lemmas = list_of<std::int32_t>(lemmas);
    model.constant = list_of<std::uint8_t>(constant);
    model.rare = list_of<std::uint8_t>(rare);
    model.strict_weights = grains_of(strict);
    model.gist_weights = grains_of(gist);
    model.antonyms = list_of<std::uint64_t>(antonyms);
    model.mark_opposed();
}

void set_roles(AccordModel& model, Integers classes, int modifier) {
    model.role_classes = list_of<std::int32_t>(classes);
    model.modifier_class = modifier;
}

void set_edges(AccordModel& model, Numbers weights, Numbers similarities) {
    model.edge_weights = grains_of(weights);
    if (similarities.size() != model.edge_similarities.size())
        throw std::invalid_argument("the similarities of edges have the wrong shape");
    const std::vector<Grains> found = grains_of(similarities);
    std::copy(found.begin(), found.end(), model.edge_similarities.begin());
}

void require_fit(const AccordBatch& batch, const AccordModel& model) {
    model.check();
    if (model.labels() != batch.labels() || model.role_classes.size() != batch.roles().size())
        throw std::invalid_argument("the model does not fit the graphs");
}

/// The scores of all pairs: value, upper, proven and pairs in each row.
Table score_batch(const AccordBatch& batch, const AccordModel& model, const AccordOptions& options,
                  int threads, nb::object progress) {
    require_fit(batch, model);
    Table table(batch.size(), 4);
    interruptibly(
        [&](Interruption* interruption) {
            const auto make = [&] {
                return [&, comparer = AccordComparer(batch, model, options, interruption)](
                           std::size_t i) mutable {
                    const AccordScore score = comparer.compare(i);
                    const std::span<double> row = table.row(i);
                    row[0] = score.value;
                    row[1] = score.upper_value;
                    row[2] = score.proven ? 1 : 0;
                    row[3] = 1;
                };
            };
            parallel_for(batch.size(), threads, make, interruption);
        },
        progress);
    return table;
}

std::vector<AccordDetails> details_of(const AccordBatch& batch, const AccordModel& model,
                                      const AccordOptions& options, int threads,
                                      nb::object progress) {
    require_fit(batch, model);
    std::vector<AccordDetails> found(batch.size());
    interruptibly(
        [&](Interruption* interruption) {
            const auto make = [&] {
                return [&, comparer = AccordComparer(batch, model, options, interruption)](
                           std::size_t i) mutable { found[i] = describe_pair(comparer, i); };
            };
            parallel_for(batch.size(), threads, make, interruption);
        },
        progress);
    return found;
}

/// One field of all pairs, one after the other.
template <class Field>
auto joined(const std::vector<AccordDetails>& found, Field field) {
    std::decay_t<decltype(field(found[0]))> all;
    for (const AccordDetails& one : found) {
        const auto& part = field(one);
        all.insert(all.end(), part.begin(), part.end());
    }
    return give_array(std::move(all));
}

/// A number of each pair.
template <class Number, class Field>
auto single(const std::vector<AccordDetails>& found, Field field) {
    return joined(found,
                  [&](const AccordDetails& d) { return std::vector<Number>{field(d.score)}; });
}

template <class Field>
void add_nodes(nb::dict& out, const std::string& name, const std::vector<AccordDetails>& found,
               Field field) {
    using D = const AccordDetails&;
    const auto key = [&](const char* what) { return nb::str((name + what).c_str()); };
    out[key("partner")] = joined(found, [&](D d) -> const auto& { return field(d).partner; });
    out[key("relation")] = joined(found, [&](D d) -> const auto& { return field(d).relation; });
    out[key("standing")] = joined(found, [&](D d) -> const auto& { return field(d).standing; });
    out[key("cosine")] = joined(found, [&](D d) -> const auto& { return field(d).cosine; });
    out[key("similarity")] = joined(found, [&](D d) -> const auto& { return field(d).similarity; });
}

nb::dict align_batch(const AccordBatch& batch, const AccordModel& model,
                     const AccordOptions& options, int threads, nb::object progress) {
    using D = const AccordDetails&;
    const std::vector<AccordDetails> found = details_of(batch, model, options, threads, progress);
    nb::dict out;
    add_nodes(out, "strict_", found, [](D d) -> const auto& { return d.aligned; });
    add_nodes(out, "gist_a_", found, [](D d) -> const auto& { return d.gist[0]; });
    add_nodes(out, "gist_b_", found, [](D d) -> const auto& { return d.gist[1]; });
    out["edge_partner"] = joined(found, [](D d) -> const auto& { return d.edges; });
    out["edge_slot"] = joined(found, [](D d) -> const auto& { return d.slots; });
    out["edge_similarity"] = joined(found, [](D d) -> const auto& { return d.edge_similarity; });
    for (std::size_t side = 0; side < 2; ++side) {
        const std::string suffix = side == 0 ? "_weight_a" : "_weight_b";
        const auto add = [&](const char* name, auto field) {
            out[nb::str((name + suffix).c_str())] =
                joined(found, [&](D d) -> const auto& { return field(d)[side]; });
        };
        add("gist", [](D d) -> const auto& { return d.gist_weight; });
        add("strict", [](D d) -> const auto& { return d.strict_weight; });
        add("edge", [](D d) -> const auto& { return d.edge_weight; });
    }
    using Score = const AccordScore&;
    out["gist"] = single<double>(found, [](Score s) { return s.gist; });
    out["strict"] = single<double>(found, [](Score s) { return s.strict; });
    out["value"] = single<double>(found, [](Score s) { return s.value; });
    out["upper"] = single<double>(found, [](Score s) { return s.upper_value; });
    out["proven"] = single<std::int32_t>(found, [](Score s) { return s.proven ? 1 : 0; });
    return out;
}

/// Where the nodes of each graph begin, their mentions (twice a label, and 1 if named), where edges
/// begin; edges, three numbers each.
std::tuple<IntegerArray, IntegerArray, IntegerArray, IntegerArray> side_of(const AccordBatch& batch,
                                                                           int side) {
    if (side != 0 && side != 1) throw std::invalid_argument("a pair has the sides 0 and 1");
    std::vector<std::int32_t> nodes{0}, mentions, edges{0}, ends;
    for (std::size_t pair = 0; pair < batch.size(); ++pair) {
        const AccordGraph& graph = batch.graph(pair, side);
        mentions.insert(mentions.end(), graph.mentions.begin(), graph.mentions.end());
        for (const LabelledEdge& edge : graph.edges)
            ends.insert(ends.end(),
                        {edge.source, static_cast<std::int32_t>(edge.role), edge.target});
        nodes.push_back(static_cast<std::int32_t>(mentions.size()));
        edges.push_back(static_cast<std::int32_t>(ends.size() / 3));
    }
    return {give_array(std::move(nodes)), give_array(std::move(mentions)),
            give_array(std::move(edges)), give_array(std::move(ends))};
}

void make_accord_batch(AccordBatch* self, const Convention& convention, nb::sequence golds,
                       nb::sequence preds) {
    const GraphPairs pairs(golds, preds);
    const nb::gil_scoped_release release;
    new (self) AccordBatch(pairs.a, pairs.b, convention);
}

nb::list labels_of(const AccordBatch& batch) {
    nb::list list;
    for (std::size_t k = 0; k < batch.labels(); ++k)
        list.append(nb::make_tuple(to_str(batch.label(k)), batch.is_constant(k)));
    return list;
}

void bind_model(nb::module_& m) {
    nb::class_<Similarities>(m, "Similarities")
        .def(nb::init<>())
        .def_rw("lemma", &Similarities::lemma)
        .def_rw("antonym", &Similarities::antonym)
        .def_rw("graded", &Similarities::graded)
        .def_rw("written", &Similarities::written)
        .def_rw("standing", &Similarities::standing);
    nb::class_<AccordModel>(m, "AccordModel")
        .def(nb::init<>())
        .def("set_labels", &set_labels, "vectors"_a, "lemmas"_a, "constant"_a, "rare"_a, "strict"_a,
             "gist"_a, "antonyms"_a)
        .def("set_roles", &set_roles, "classes"_a, "modifier"_a)
        .def("set_edges", &set_edges, "weights"_a, "similarities"_a)
        .def_rw("knots", &AccordModel::knots)
        .def_rw("strict", &AccordModel::strict)
        .def_rw("gist", &AccordModel::gist)
        .def_rw("alpha", &AccordModel::alpha)
        .def_rw("gist_power", &AccordModel::gist_power)
        .def_rw("strict_power", &AccordModel::strict_power)
        .def_rw("size_power", &AccordModel::size_power)
        .def_rw("lead", &AccordModel::lead);
    nb::class_<AccordOptions>(m, "AccordOptions")
        .def(nb::init<>())
        .def_rw("climb", &AccordOptions::climb)
        .def_rw("budget", &AccordOptions::budget);
}

}  // namespace

void bind_accord(nb::module_& m) {
    bind_model(m);
    nb::class_<AccordBatch>(m, "AccordBatch")
        .def("__init__", &make_accord_batch, "convention"_a, "golds"_a, "preds"_a,
             nb::sig("def __init__(self, convention: Convention, "
                     "golds: Sequence[GraphCore | None], "
                     "preds: Sequence[GraphCore | None]) -> None"))
        .def("__len__", &AccordBatch::size)
        .def_prop_ro("labels", &labels_of, nb::sig("def labels(self) -> list[tuple[str, bool]]"))
        .def_prop_ro(
            "roles", [](const AccordBatch& b) { return to_list(b.roles()); },
            nb::sig("def roles(self) -> list[str]"))
        .def("side", &side_of, "side"_a,
             nb::sig("def side(self, side: int) -> tuple[numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.int32]]"))
        .def("scores", &score_batch, "model"_a, "options"_a, "threads"_a, "progress"_a.none(),
             nb::sig("def scores(self, model: AccordModel, options: AccordOptions, threads: int, "
                     "progress: collections.abc.Callable[[int], None] | None) -> Table"))
        .def("align", &align_batch, "model"_a, "options"_a, "threads"_a, "progress"_a.none(),
             nb::sig("def align(self, model: AccordModel, options: AccordOptions, threads: int, "
                     "progress: collections.abc.Callable[[int], None] | None) -> "
                     "dict[str, numpy.typing.NDArray[typing.Any]]"))
        .def("problem", [](const AccordBatch& batch, const AccordModel& model, std::size_t pair) {
            require_fit(batch, model);
            if (pair >= batch.size()) throw std::invalid_argument("there is no such pair");
            AccordComparer comparer(batch, model, {}, nullptr);
            return PairProblem{comparer.problem(pair), false};
        });
}

}  // namespace tertium::python
