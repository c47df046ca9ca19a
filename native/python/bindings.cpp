// The door to Python. Nothing else in this folder knows it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "align/aligner.hpp"
#include "align/matches.hpp"
#include "align/similarity.hpp"
#include "features/ngrams.hpp"
#include "features/sema.hpp"
#include "features/transport.hpp"
#include "features/wasserstein.hpp"
#include "features/wl.hpp"
#include "graph/penman.hpp"
#include "standard/reification.hpp"
#include "standard/standard.hpp"
#include "standard/subgraph.hpp"
#include "support/parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tertium;

namespace {

using NamedTuple = std::tuple<std::string, std::string, std::optional<std::string>>;

/// A graph as Python holds it, with what was asked of it before.
struct HeldGraph : Graph {
    nb::object triples_seen, metadata_seen;
};

// The module, whose attribute `graph_type` is the class that Python has for graphs.
nb::handle this_module;

// Make a Python graph: one object, without a call of Python.
nb::object hold(Graph&& graph, nb::handle type) {
    nb::object held = nb::inst_alloc(type);
    new (nb::inst_ptr<HeldGraph>(held)) HeldGraph{{std::move(graph)}, {}, nb::none()};
    nb::inst_mark_ready(held);
    return held;
}

nb::object hold(Graph graph) { return hold(std::move(graph), this_module.attr("graph_type")); }

// A list of graphs, None where there is none.
nb::list hold_all(std::vector<std::optional<Graph>>& graphs) {
    const nb::object type = this_module.attr("graph_type");
    nb::list list;
    for (auto& graph : graphs)
        list.append(graph ? hold(std::move(*graph), type) : nb::object(nb::none()));
    return list;
}

nb::str to_str(std::string_view text) {
    // Comments and broken lines may hold anything, so invalid bytes are shown, not refused.
    return nb::steal<nb::str>(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

nb::list strings_of(const Lexicon& lexicon) {
    nb::list list;
    for (std::uint32_t i = 0; i < lexicon.size(); ++i) list.append(to_str(lexicon[i]));
    return list;
}

// (source, :role, target); an inverse edge is turned around, so that equal meanings look equal.
nb::tuple triple_of(const Graph& graph, const Triple& triple) {
    std::string_view role = graph.view(triple.role);
    std::int32_t source = triple.source, target = triple.target;
    if (triple.kind == Kind::edge && is_inverse(role)) {
        role.remove_suffix(3);
        std::swap(source, target);
    }
    const auto name = [&](std::int32_t variable) {
        return to_str(graph.view(graph.variables[variable]));
    };
    const nb::object end = triple.missing ? nb::object(nb::none())
                           : triple.kind == Kind::edge
                               ? nb::object(name(target))
                               : nb::object(to_str(graph.view(triple.value)));
    return nb::make_tuple(name(source), to_str(":" + std::string(role)), end);
}

nb::object triples_of(HeldGraph& graph) {
    if (!graph.triples_seen.is_valid()) {
        nb::list list;
        for (const Triple& triple : graph.triples) list.append(triple_of(graph, triple));
        graph.triples_seen = nb::tuple(list);
    }
    return graph.triples_seen;
}

// The same with every edge as it was given.
nb::list raw_triples_of(const HeldGraph& graph) {
    nb::list list;
    for (const Triple& triple : graph.triples) {
        const std::string_view end = triple.kind == Kind::edge
                                         ? graph.view(graph.variables[triple.target])
                                         : graph.view(triple.value);
        list.append(nb::make_tuple(to_str(graph.view(graph.variables[triple.source])),
                                   to_str(":" + std::string(graph.view(triple.role))),
                                   triple.missing ? nb::object(nb::none()) : to_str(end)));
    }
    return list;
}

// Graphs and faults, and the places of the faults.
nb::tuple read_entries(nb::bytes data, const std::string& format) {
    const std::string_view text(data.c_str(), data.size());
    std::vector<Entry> entries;
    {
        const nb::gil_scoped_release release;
        entries = format == "triples" ? read_triples(text) : read_penman(text);
    }
    const nb::object type = this_module.attr("graph_type");
    nb::list list, faults;
    for (Entry& entry : entries) {
        if (entry.ok) {
            list.append(hold(std::move(entry.graph), type));
        } else {
            faults.append(list.size());
            list.append(nb::cast(std::move(*entry.fault)));
        }
    }
    return nb::make_tuple(list, faults);
}

nb::object from_triples(const std::vector<NamedTuple>& triples, const std::string& top) {
    std::vector<NamedTriple> named;
    for (const auto& [source, role, target] : triples)
        named.push_back({source, role, target.value_or(""), !target.has_value()});
    return hold(graph_from_triples(named, top));
}

std::vector<const Graph*> pointers(nb::sequence graphs) {
    std::vector<const Graph*> list;
    list.reserve(nb::len(graphs));
    for (nb::handle graph : graphs)
        list.push_back(graph.is_none() ? nullptr : &nb::cast<const HeldGraph&>(graph));
    return list;
}

/// Numbers for Python, which frees them: an array of the given shape.
template <class T, std::size_t dimensions>
nb::ndarray<nb::numpy, T, nb::ndim<dimensions>> give(std::vector<T> values,
                                                     const std::size_t (&shape)[dimensions]) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<dimensions>>(kept->data(), dimensions, shape, owner);
}

template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> give_array(std::vector<T> values) {
    const std::size_t size = values.size();
    return give(std::move(values), {size});
}

using Table = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

std::vector<double> all_in_triples(const std::vector<Weight>& weights) {
    std::vector<double> values;
    for (Weight weight : weights) values.push_back(in_triples(weight));
    return values;
}

/// Work without the lock of Python's interpreter. A signal whose handler raises, as that of Ctrl-C
/// does, ends it early.
template <class Work>
auto interruptibly(Work work) {
    Interruption interruption([] {
        const nb::gil_scoped_acquire acquire;
        return PyErr_CheckSignals() != 0;
    });
    try {
        const nb::gil_scoped_release release;
        return work(&interruption);
    } catch (const Interrupted&) {
        throw nb::python_error();  // what the handler raised
    }
}

// The same options, for work that may be interrupted.
AlignerOptions with(AlignerOptions options, Interruption* interruption) {
    options.interruption = interruption;
    return options;
}

// Rows of matched, total of a, total of b, upper, proven.
Table compare(const AlignerOptions& options, nb::sequence a, nb::sequence b, int threads) {
    const std::vector<const Graph*> graphs_a = pointers(a), graphs_b = pointers(b);
    if (graphs_a.size() != graphs_b.size())
        throw std::invalid_argument("the lists differ in length");
    constexpr std::size_t columns = 5;
    std::vector<double> values;
    interruptibly([&](Interruption* interruption) {
        values.reserve(graphs_a.size() * columns);
        const AlignerOptions used = with(options, interruption);
        for (const PairCounts& c : compare_pairs(graphs_a, graphs_b, used, threads))
            for (double value : {c.matched, c.total_a, c.total_b, c.upper, c.proven ? 1.0 : 0.0})
                values.push_back(value);
    });
    return give(std::move(values), {graphs_a.size(), columns});
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

/// Standard forms of two lists of graphs, and the pairs of concepts that comparing them or their
/// parts (in standard form) may ask for, without similarities yet.
nb::tuple collect_concepts(const Convention& convention, nb::sequence a, nb::sequence b,
                           nb::sequence parts_a, nb::sequence parts_b) {
    const auto graphs_a = pointers(a), graphs_b = pointers(b), part_a = pointers(parts_a),
               part_b = pointers(parts_b);
    if (graphs_a.size() != graphs_b.size())
        throw std::invalid_argument("the lists differ in length");
    auto table = std::make_shared<SimilarityTable>();
    std::vector<std::optional<Graph>> standard_a(graphs_a.size()), standard_b(graphs_b.size());
    {
        const nb::gil_scoped_release release;
        for (std::size_t i = 0; i < graphs_a.size(); ++i) {
            if (graphs_a[i] != nullptr) standard_a[i] = standardise(*graphs_a[i], convention);
            if (graphs_b[i] != nullptr) standard_b[i] = standardise(*graphs_b[i], convention);
            if (standard_a[i] && standard_b[i]) table->add(*standard_a[i], *standard_b[i]);
        }
        for (std::size_t i = 0; i < std::min(part_a.size(), part_b.size()); ++i)
            if (part_a[i] != nullptr && part_b[i] != nullptr) table->add(*part_a[i], *part_b[i]);
    }
    return nb::make_tuple(table, hold_all(standard_a), hold_all(standard_b));
}

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

nb::ndarray<nb::numpy, double, nb::ndim<1>> products(Rows rows, Places first, Places second) {
    std::vector<double> values;
    {
        const nb::gil_scoped_release release;
        values = scalar_products({rows.data(), rows.size()}, rows.shape(1),
                                 {first.data(), first.size()}, {second.data(), second.size()});
    }
    return give_array(std::move(values));
}

nb::tuple places_of_pairs(const SimilarityTable& table) {
    std::vector<std::int32_t> first, second;
    for (const auto& [x, y] : table.pairs()) {
        first.push_back(x);
        second.push_back(y);
    }
    return nb::make_tuple(give_array(std::move(first)), give_array(std::move(second)));
}

void bind_grading(nb::module_& m) {
    nb::class_<SimilarityTable>(m, "SimilarityTable")
        .def(
            "concepts", [](const SimilarityTable& table) { return strings_of(table.concepts()); },
            nb::sig("def concepts(self) -> list[str]"))
        .def("pairs", &places_of_pairs,
             nb::sig("def pairs(self) -> tuple[numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.int32]]"))
        .def(
            "set",
            [](SimilarityTable& table, Doubles values) {
                table.set({values.data(), values.size()});
            },
            "similarities"_a,
            nb::sig("def set(self, similarities: numpy.typing.NDArray[numpy.float64]) -> None"));
    m.def("collect_concepts", &collect_concepts, "convention"_a, "a"_a, "b"_a, "parts_a"_a,
          "parts_b"_a,
          nb::sig("def collect_concepts(convention: Convention, a: Sequence[GraphCore | None], "
                  "b: Sequence[GraphCore | None], parts_a: Sequence[GraphCore | None], parts_b: "
                  "Sequence[GraphCore | None]) "
                  "-> tuple[SimilarityTable, list[GraphCore | None], list[GraphCore | None]]"));
    m.def("scalar_products", &products, "rows"_a, "first"_a, "second"_a,
          nb::sig("def scalar_products(rows: numpy.typing.NDArray[numpy.float32], "
                  "first: numpy.typing.NDArray[numpy.int32], "
                  "second: numpy.typing.NDArray[numpy.int32]) "
                  "-> numpy.typing.NDArray[numpy.float64]"));
}

// A convention of answers as Python spells them; none may be missing.
Convention make_convention(const std::map<std::string, std::string>& given,
                           const ReificationTable* table) {
    Convention convention;
    for (const auto& [answer, values] : answers())
        if (!values.empty() && !given.contains(answer))
            throw std::invalid_argument("a convention needs an answer for '" + answer + "'");
    for (const auto& [answer, value] : given) convention.set(answer, value);
    if (table != nullptr) convention.table = std::make_shared<const ReificationTable>(*table);
    return convention;
}

// The values of each answer.
nb::dict answers_known() {
    nb::dict known;
    for (const auto& [answer, values] : answers()) {
        nb::list list;
        for (const std::string& value : values) list.append(value);
        known[answer.c_str()] = nb::tuple(list);
    }
    return known;
}

// Standardise graphs and take the part that a selection finds; None stays None.
nb::list select_parts(nb::sequence graphs, const Convention& convention,
                      const Selection& selection) {
    const std::vector<const Graph*> whole = pointers(graphs);
    std::vector<std::optional<Graph>> parts(whole.size());
    {
        const nb::gil_scoped_release release;
        for (std::size_t i = 0; i < whole.size(); ++i)
            if (whole[i] != nullptr)
                parts[i] = select(standardise(*whole[i], convention), selection);
    }
    return hold_all(parts);
}

// Align pairs, then count what parts of them share under those alignments.
Table compare_parts(const AlignerOptions& options, nb::sequence a, nb::sequence b,
                    nb::sequence parts_a, nb::sequence parts_b, bool compress, int threads) {
    const auto whole_a = pointers(a), whole_b = pointers(b), part_a = pointers(parts_a),
               part_b = pointers(parts_b);
    std::vector<double> values(whole_a.size() * 5);
    interruptibly([&](Interruption* interruption) {
        compare_parts_of_pairs(whole_a, whole_b, part_a, part_b, with(options, interruption),
                               compress, threads, values);
    });
    return give(std::move(values), {whole_a.size(), 5});
}

void bind_parts(nb::module_& m) {
    nb::class_<Selection>(m, "Selection")
        .def(nb::init<>())
        .def_rw("roles", &Selection::roles)
        .def_rw("concepts", &Selection::concepts)
        .def_rw("instances", &Selection::instances)
        .def_rw("everything", &Selection::everything)
        .def_rw("parents", &Selection::parents)
        .def_rw("reentrancies", &Selection::reentrancies)
        .def_rw("top", &Selection::top)
        .def_rw("depth", &Selection::depth)
        .def_rw("unlabeled", &Selection::unlabeled)
        .def_rw("senseless", &Selection::senseless)
        .def_rw("bag", &Selection::bag);
    m.def(
        "select", &select_parts, "graphs"_a, "convention"_a, "selection"_a,
        nb::sig("def select(graphs: Sequence[GraphCore | None], convention: Convention, selection: "
                "Selection) -> "
                "list[GraphCore | None]"));
    m.def("compare_parts", &compare_parts, "options"_a, "a"_a, "b"_a, "parts_a"_a, "parts_b"_a,
          "compress"_a, "threads"_a,
          nb::sig("def compare_parts(options: AlignerOptions, a: Sequence[GraphCore | None], b: "
                  "Sequence[GraphCore "
                  "| None], "
                  "parts_a: Sequence[GraphCore | None], parts_b: Sequence[GraphCore | None], "
                  "compress: bool, "
                  "threads: int) -> "
                  "numpy.typing.NDArray[numpy.float64]"));
}

/// A table of `columns` numbers for each pair; row(counter, a, b, numbers) fills a row, and every
/// thread has a counter of its own.
template <class Make, class Row>
Table tabulate(nb::sequence a, nb::sequence b, std::size_t columns, int threads, Make make,
               Row row) {
    const std::vector<const Graph*> graphs_a = pointers(a), graphs_b = pointers(b);
    if (graphs_a.size() != graphs_b.size())
        throw std::invalid_argument("the lists differ in length");
    std::vector<double> values(graphs_a.size() * columns);
    const auto make_visit = [&] {
        return [&, counter = make()](std::size_t i) mutable {
            row(counter, graphs_a[i], graphs_b[i], values.data() + i * columns);
        };
    };
    interruptibly([&](Interruption* interruption) {
        parallel_for(graphs_a.size(), threads, make_visit, interruption);
    });
    return give(std::move(values), {graphs_a.size(), columns});
}

// Rows of matches by order, totals of a by order, totals of b by order, sizes of a and b.
Table compare_ngrams(const GramOptions& options, nb::sequence a, nb::sequence b, int threads) {
    const auto n = static_cast<std::size_t>(options.n);
    return tabulate(
        a, b, 3 * n + 2, threads, [&] { return GramCounter(options); },
        [n](GramCounter& counter, const Graph* x, const Graph* y, double* out) {
            const GramCounts counts = counter.compare(x, y);
            for (const auto* list : {&counts.matched, &counts.total_a, &counts.total_b})
                out = std::copy(list->begin(), list->end(), out);
            out[0] = counts.size_a;
            out[1] = counts.size_b;
        });
}

// Rows of matched, total of a, total of b.
Table compare_sema(const Convention& convention, nb::sequence a, nb::sequence b, int threads) {
    return tabulate(
        a, b, 3, threads, [&] { return SemaCounter(convention); },
        [](SemaCounter& counter, const Graph* x, const Graph* y, double* out) {
            const SemaCounts counts = counter.compare(x, y);
            out[0] = counts.matched;
            out[1] = counts.total_a;
            out[2] = counts.total_b;
        });
}

Table compare_wl(const WlOptions& options, nb::sequence a, nb::sequence b, int threads) {
    return tabulate(
        a, b, 1, threads, [&] { return WlCounter(options); },
        [](WlCounter& counter, const Graph* x, const Graph* y, double* out) {
            *out = counter.compare(x, y);
        });
}

// A sparse matrix in compressed rows: where they begin, columns, values; and how many columns.
nb::tuple wl_features(const WlOptions& options, nb::sequence graphs) {
    const std::vector<const Graph*> list = pointers(graphs);
    std::vector<std::int64_t> begin = {0}, column;
    std::vector<double> value;
    WlCounter counter(options);
    {
        const nb::gil_scoped_release release;
        for (const Graph* graph : list) {
            for (const FeatureCount& feature : counter.features(graph)) {
                column.push_back(feature.feature);
                value.push_back(feature.count);
            }
            begin.push_back(static_cast<std::int64_t>(column.size()));
        }
    }
    return nb::make_tuple(give_array(std::move(begin)), give_array(std::move(column)),
                          give_array(std::move(value)), counter.size());
}

void bind_ngrams(nb::module_& m) {
    nb::enum_<Starts>(m, "Starts").value("nodes", Starts::nodes).value("roots", Starts::roots);
    nb::class_<GramOptions>(m, "GramOptions")
        .def(nb::init<>())
        .def_rw("n", &GramOptions::n)
        .def_rw("starts", &GramOptions::starts)
        .def_rw("split_forward_references", &GramOptions::split_forward_references)
        .def_rw("keep_of", &GramOptions::keep_of)
        .def_rw("convention", &GramOptions::convention);
    m.def(
        "compare_ngrams", &compare_ngrams, "options"_a, "a"_a, "b"_a, "threads"_a,
        nb::sig(
            "def compare_ngrams(options: GramOptions, a: Sequence[GraphCore | None], "
            "b: Sequence[GraphCore | None], threads: int) -> numpy.typing.NDArray[numpy.float64]"));
    m.def(
        "list_ngrams",
        [](const GramOptions& options, const HeldGraph& graph) {
            nb::list orders;
            for (const auto& grams : GramCounter(options).list(graph)) {
                nb::list texts;
                for (const std::string& gram : grams) texts.append(to_str(gram));
                orders.append(texts);
            }
            return orders;
        },
        "options"_a, "graph"_a,
        nb::sig("def list_ngrams(options: GramOptions, graph: GraphCore) -> list[list[str]]"));
}

void bind_sema(nb::module_& m) {
    m.def(
        "compare_sema", &compare_sema, "convention"_a, "a"_a, "b"_a, "threads"_a,
        nb::sig(
            "def compare_sema(convention: Convention, a: Sequence[GraphCore | None], "
            "b: Sequence[GraphCore | None], threads: int) -> numpy.typing.NDArray[numpy.float64]"));
}

void bind_wl(nb::module_& m) {
    nb::enum_<Direction>(m, "Direction")
        .value("undirected", Direction::undirected)
        .value("top_down", Direction::top_down)
        .value("bottom_up", Direction::bottom_up)
        .value("two_way", Direction::two_way);
    nb::class_<WlOptions>(m, "WlOptions")
        .def(nb::init<>())
        .def_rw("k", &WlOptions::k)
        .def_rw("direction", &WlOptions::direction)
        .def_rw("once", &WlOptions::once)
        .def_rw("discount", &WlOptions::discount)
        .def_rw("edges", &WlOptions::edges)
        .def_rw("convention", &WlOptions::convention);
    m.def(
        "compare_wl", &compare_wl, "options"_a, "a"_a, "b"_a, "threads"_a,
        nb::sig(
            "def compare_wl(options: WlOptions, a: Sequence[GraphCore | None], "
            "b: Sequence[GraphCore | None], threads: int) -> numpy.typing.NDArray[numpy.float64]"));
    m.def("wl_features", &wl_features, "options"_a, "graphs"_a,
          nb::sig("def wl_features(options: WlOptions, graphs: Sequence[GraphCore | None]) -> "
                  "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], "
                  "numpy.typing.NDArray[numpy.float64], int]"));
}

using Numbers = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;
using Integers = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Vectors are samples × labels × dimension, weights samples × roles × 2.
Embedding make_embedding(Numbers vectors, Numbers weights) {
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
std::pair<double, nb::ndarray<nb::numpy, double, nb::ndim<1>>> transport(Numbers cost,
                                                                         Integers supply,
                                                                         Integers demand) {
    if (cost.size() != supply.size() * demand.size())
        throw std::invalid_argument("the costs do not fit supply and demand");
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

void bind_wasserstein(nb::module_& m) {
    m.def("transport", &transport, "cost"_a, "supply"_a, "demand"_a,
          nb::sig("def transport(cost: numpy.typing.NDArray[numpy.float64], "
                  "supply: numpy.typing.NDArray[numpy.int64], "
                  "demand: numpy.typing.NDArray[numpy.int64]) -> "
                  "tuple[float, numpy.typing.NDArray[numpy.float64]]"));
    nb::enum_<Mode>(m, "Mode")
        .value("transport", Mode::transport)
        .value("nearest_a", Mode::nearest_a)
        .value("nearest_b", Mode::nearest_b);
    nb::class_<WassersteinOptions>(m, "WassersteinOptions")
        .def(nb::init<>())
        .def_rw("k", &WassersteinOptions::k)
        .def_rw("direction", &WassersteinOptions::direction)
        .def_rw("mode", &WassersteinOptions::mode)
        .def_rw("edges_to_nodes", &WassersteinOptions::edges_to_nodes)
        .def_rw("convention", &WassersteinOptions::convention);
    nb::class_<Embedding>(m, "Embedding")
        .def(
            "__init__",
            [](Embedding* self, Numbers vectors, Numbers weights) {
                new (self) Embedding(make_embedding(vectors, weights));
            },
            "vectors"_a, "weights"_a,
            nb::sig("def __init__(self, vectors: numpy.typing.NDArray[numpy.float64], "
                    "weights: numpy.typing.NDArray[numpy.float64]) -> None"))
        .def(
            "set_weights",
            [](Embedding& self, Numbers weights) {
                if (weights.size() != self.weights.size())
                    throw std::invalid_argument("the weights have the wrong shape");
                self.weights.assign(weights.data(), weights.data() + weights.size());
            },
            "weights"_a,
            nb::sig("def set_weights(self, weights: numpy.typing.NDArray[numpy.float64]) -> "
                    "None"));
    nb::class_<Plan>(m, "Plan")
        .def_ro("rows", &Plan::rows)
        .def_ro("columns", &Plan::columns)
        .def_ro("cost", &Plan::cost)
        .def_ro("flow", &Plan::flow)
        .def_ro("value", &Plan::value);
    nb::class_<PairBatch>(m, "PairBatch")
        .def(
            "__init__",
            [](PairBatch* self, const WassersteinOptions& options, nb::sequence a, nb::sequence b) {
                const auto graphs_a = pointers(a), graphs_b = pointers(b);
                const nb::gil_scoped_release release;
                new (self) PairBatch(graphs_a, graphs_b, options);
            },
            "options"_a, "a"_a, "b"_a,
            nb::sig(
                "def __init__(self, options: WassersteinOptions, a: Sequence[GraphCore | None], "
                "b: Sequence[GraphCore | None]) -> None"))
        .def("__len__", &PairBatch::size)
        .def_prop_ro(
            "labels", [](const PairBatch& b) { return strings_of(b.labels()); },
            nb::sig("def labels(self) -> list[str]"))
        .def_prop_ro(
            "roles", [](const PairBatch& b) { return strings_of(b.roles()); },
            nb::sig("def roles(self) -> list[str]"))
        .def(
            "nodes",
            [](const PairBatch& b, std::size_t graph) {
                if (graph >= 2 * b.size()) throw std::out_of_range("there is no such graph");
                return b.graph(graph).labels;
            },
            "graph"_a)
        .def(
            "roles_of",
            [](const PairBatch& b, std::size_t pair) {
                if (pair >= b.size()) throw std::out_of_range("there is no such pair");
                std::set<std::uint32_t> found;
                for (std::size_t side : {2 * pair, 2 * pair + 1})
                    for (const LabelledEdge& edge : b.graph(side).edges) found.insert(edge.role);
                return std::vector<std::uint32_t>(found.begin(), found.end());
            },
            "pair"_a)
        .def("keep_products", &PairBatch::keep_products, "embedding"_a, "threads"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def(
            "values",
            [](const PairBatch& b, const Embedding& embedding, Integers pairs, int threads) {
                return give_array(interruptibly([&](Interruption* interruption) {
                    return b.values(embedding, {pairs.data(), pairs.size()}, threads, interruption);
                }));
            },
            "embedding"_a, "pairs"_a, "threads"_a,
            nb::sig("def values(self, embedding: Embedding, "
                    "pairs: numpy.typing.NDArray[numpy.int64], threads: int) -> "
                    "numpy.typing.NDArray[numpy.float64]"))
        .def(
            "plan",
            [](const PairBatch& b, const Embedding& embedding, std::size_t pair) {
                if (pair >= b.size()) throw std::out_of_range("there is no such pair");
                return interruptibly([&](Interruption* interruption) {
                    return b.plan(embedding, pair, interruption);
                });
            },
            "embedding"_a, "pair"_a);
}

}  // namespace

NB_MODULE(_native, m) {
    // A graph that outlives the interpreter, in a daemon thread say, is no concern of the user's.
    nb::set_leak_warnings(false);
    m.doc() = "The native core of Tertium: reading, standard forms, alignment.";

    // Names that begin with a line are for the Python class that is made of this one.
    nb::class_<HeldGraph>(m, "GraphCore")
        .def_prop_ro("_triples", &triples_of,
                     nb::sig("def _triples(self) -> tuple[tuple[str, str, str | None], ...]"))
        .def_prop_ro(
            "_variables",
            [](const HeldGraph& g) {
                nb::list names;
                for (Slice name : g.variables) names.append(to_str(g.view(name)));
                return nb::tuple(names);
            },
            nb::sig("def _variables(self) -> tuple[str, ...]"))
        .def_prop_ro("_top",
                     [](const HeldGraph& g) {
                         return g.top < 0 ? nb::str("") : to_str(g.view(g.variables[g.top]));
                     })
        .def_prop_ro("_comments", [](const HeldGraph& g) { return to_str(g.comments); })
        .def_prop_ro("_id",
                     [](const HeldGraph& g) { return to_str(find_metadata(g.comments, "id")); })
        .def_rw("_metadata", &HeldGraph::metadata_seen, nb::arg().none(),
                nb::for_getter(
                    nb::sig("def _metadata(self) -> collections.abc.Mapping[str, str] | None")),
                nb::for_setter(nb::sig(
                    "def _metadata(self, value: collections.abc.Mapping[str, str]) -> None")))
        .def_prop_ro("_laid_out", [](const HeldGraph& g) { return g.laid_out; })
        .def(
            "_marks",
            [](const HeldGraph& g) {
                nb::list list;
                for (const Mark& mark : g.marks)
                    list.append(
                        nb::make_tuple(mark.triple, mark.on_role, to_str(g.view(mark.text))));
                return list;
            },
            nb::sig("def _marks(self) -> list[tuple[int, bool, str]]"))
        .def("_raw_triples", &raw_triples_of,
             nb::sig("def _raw_triples(self) -> list[tuple[str, str, str | None]]"))
        .def(
            "_penman",
            [](const HeldGraph& g, bool one_line, bool marks) {
                return write_penman(g, one_line, marks);
            },
            "one_line"_a, "marks"_a)
        .def("__len__", [](const HeldGraph& g) { return g.triples.size(); });
    this_module = m;
    m.def(
        "set_graph_type", [](nb::type_object type) { this_module.attr("graph_type") = type; },
        "type"_a, nb::sig("def set_graph_type(type: type[GraphCore]) -> None"));

    nb::class_<Fault>(m, "Fault")
        .def_ro("message", &Fault::message)
        .def_prop_ro("id", [](const Fault& f) { return to_str(f.id); })
        .def_ro("line", &Fault::line)
        .def_ro("column", &Fault::column)
        .def_prop_ro("source", [](const Fault& f) { return to_str(f.source); });

    m.def("read", &read_entries, "data"_a, "format"_a,
          nb::sig("def read(data: bytes, format: str) -> "
                  "tuple[list[GraphCore | Fault], list[int]]"));
    m.def("from_triples", &from_triples, "triples"_a, "top"_a,
          nb::sig("def from_triples(triples: Sequence[tuple[str, str, str | None]], top: str) -> "
                  "GraphCore"));

    nb::enum_<Solver>(m, "Solver").value("exact", Solver::exact).value("climb", Solver::climb);

    nb::class_<ReificationTable>(m, "ReificationTable")
        .def("__init__",
             [](ReificationTable* self,
                const std::vector<std::tuple<std::string, std::string, std::string, std::string>>&
                    rows) {
                 std::vector<ReificationRule> rules;
                 for (const auto& [role, concept_, source, target] : rows)
                     rules.push_back({role, concept_, source, target});
                 new (self) ReificationTable(std::move(rules));
             });

    nb::class_<Convention>(m, "Convention")
        .def(
            "__init__",
            [](Convention* self, const std::map<std::string, std::string>& given,
               const ReificationTable* table) {
                new (self) Convention(make_convention(given, table));
            },
            "answers"_a, "table"_a.none());
    m.def("answers", &answers_known, nb::sig("def answers() -> dict[str, tuple[str, ...]]"));
    m.def(
        "standardise",
        [](const HeldGraph& graph, const Convention& convention) {
            return hold(standardise(Graph(graph), convention));
        },
        "graph"_a, "convention"_a,
        nb::sig("def standardise(graph: GraphCore, convention: Convention) -> GraphCore"));

    bind_grading(m);
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
            [](AlignerOptions& o, const std::vector<double>& weights) {
                o.grading.by_distance.clear();
                for (double weight : weights)
                    o.grading.by_distance.push_back(
                        std::llround(weight * static_cast<double>(unit)));
            });
    m.def("compare", &compare, "options"_a, "a"_a, "b"_a, "threads"_a,
          nb::sig("def compare(options: AlignerOptions, a: Sequence[GraphCore | None], b: "
                  "Sequence[GraphCore | None], "
                  "threads: int) -> numpy.typing.NDArray[numpy.float64]"));

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
    m.def("align", &align, "options"_a, "a"_a, "b"_a, "mapping"_a = nb::none());

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
    m.def("problem", &make_problem, "options"_a, "a"_a, "b"_a);

    bind_parts(m);
    bind_ngrams(m);
    bind_sema(m);
    bind_wl(m);
    bind_wasserstein(m);
}
