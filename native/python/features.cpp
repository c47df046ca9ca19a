#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "features/motifs.hpp"
#include "features/ngrams.hpp"
#include "features/sema.hpp"
#include "features/wl.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/held.hpp"
#include "python/interruptibly.hpp"
#include "python/postings.hpp"

namespace tertium::python {

namespace {

// Text, order, and how often or with what weight it is in the gold and in the prediction, and what
// both share.
nb::list list_parts(const std::vector<SharedPart>& parts) {
    nb::list list;
    for (const SharedPart& p : parts)
        list.append(nb::make_tuple(to_str(p.text), p.order, p.b, p.a, p.matched));
    return list;
}

/// How a metric without an alignment fills a row: predictions are a, golds are b.
struct Ngrams {
    using Counter = GramCounter;
    using Options = GramOptions;
    static std::size_t columns(const Options& options) {
        return 3 * static_cast<std::size_t>(options.n) + 3;
    }
    // matches by order, totals of both by order, sizes of both, and that it is a pair
    static void write(Counter& counter, const PackedGraph* pred, const PackedGraph* gold,
                      std::span<double> row) {
        const GramCounts counts = counter.compare(pred, gold);
        auto out = row.begin();
        for (const auto* list : {&counts.matched, &counts.total_a, &counts.total_b})
            out = std::copy(list->begin(), list->end(), out);
        *out++ = counts.size_a;
        *out++ = counts.size_b;
        *out = 1;
    }
};

struct SemaTriples {
    using Counter = SemaCounter;
    using Options = Convention;
    static std::size_t columns(const Options&) { return 4; }
    static void write(Counter& counter, const PackedGraph* pred, const PackedGraph* gold,
                      std::span<double> row) {
        const SemaCounts counts = counter.compare(pred, gold);
        const double numbers[] = {counts.matched, counts.total_a, counts.total_b, 1.0};
        std::copy(std::begin(numbers), std::end(numbers), row.begin());
    }
};

struct Motifs {
    using Counter = MotifCounter;
    using Options = MotifOptions;
    static std::size_t columns(const Options&) { return 4; }
    static void write(Counter& counter, const PackedGraph* pred, const PackedGraph* gold,
                      std::span<double> row) {
        const MotifCounts counts = counter.compare(pred, gold);
        const double numbers[] = {counts.matched, counts.total_a, counts.total_b, 1.0};
        std::copy(std::begin(numbers), std::end(numbers), row.begin());
    }
};

struct WlFeatures {
    using Counter = WlCounter;
    using Options = WlOptions;
    static std::size_t columns(const Options&) { return 2; }
    static void write(Counter& counter, const PackedGraph* pred, const PackedGraph* gold,
                      std::span<double> row) {
        row[0] = counter.compare(pred, gold);
        row[1] = 1;
    }
};

template <class Metric>
auto counter_maker(const typename Metric::Options& options) {
    return [&options](Interruption*) { return typename Metric::Counter(options); };
}

template <class Metric>
Table compare_many(const typename Metric::Options& options, nb::sequence golds, nb::sequence preds,
                   int threads, nb::object progress) {
    return tabulate(golds, preds, Metric::columns(options), threads, progress,
                    counter_maker<Metric>(options), &Metric::write);
}

template <class Metric>
nb::tuple compare_one(const typename Metric::Options& options, const HeldGraph* gold,
                      const HeldGraph* pred) {
    return tabulate_pair(gold, pred, Metric::columns(options), counter_maker<Metric>(options),
                         &Metric::write);
}

template <class Metric>
nb::list explain_one(const typename Metric::Options& options, const HeldGraph& gold,
                     const HeldGraph& pred) {
    typename Metric::Counter counter(options);
    return list_parts(counter.explain(&pred, &gold));
}

// What an index finds graphs by: the parts that the explanation of a graph beside none names.
template <class Metric>
FeatureLists list_features(const typename Metric::Options& options, nb::sequence graphs,
                           std::uint32_t columns) {
    const std::vector<const PackedGraph*> list = pointers(graphs);
    return interruptibly([&](Interruption* interruption) {
        typename Metric::Counter counter(options);
        FeatureLists features;
        for (const PackedGraph* graph : list) {
            check(interruption, 1000);
            features.add(counter.explain(graph, nullptr), columns);
        }
        return features;
    });
}

/// Bind the three ways to compare, many pairs, one pair and one pair explained, and the features by
/// which an index finds graphs.
template <class Metric>
void bind_metric(nb::module_& m, const std::string& name, const std::string& options) {
    const std::string graph = "GraphCore | None", list = "Sequence[" + graph + "]";
    const std::string many =
        "def compare_" + name + "(options: " + options + ", golds: " + list + ", preds: " + list +
        ", threads: int, progress: collections.abc.Callable[[int], None] | None) -> Table";
    const std::string one = "def compare_" + name + "_pair(options: " + options +
                            ", gold: " + graph + ", pred: " + graph + ") -> tuple[float, ...]";
    const std::string explained = "def explain_" + name + "(options: " + options +
                                  ", gold: GraphCore, pred: GraphCore) -> "
                                  "list[tuple[str, int, float, float, float]]";
    m.def(("compare_" + name).c_str(), &compare_many<Metric>, "options"_a, "golds"_a, "preds"_a,
          "threads"_a, "progress"_a.none(), nb::sig(many.c_str()));
    m.def(("compare_" + name + "_pair").c_str(), &compare_one<Metric>, "options"_a, "gold"_a.none(),
          "pred"_a.none(), nb::sig(one.c_str()));
    m.def(("explain_" + name).c_str(), &explain_one<Metric>, "options"_a, "gold"_a, "pred"_a,
          nb::sig(explained.c_str()));
    const std::string listed = "def list_" + name + "_features(options: " + options +
                               ", graphs: " + list + ", columns: int) -> FeatureLists";
    m.def(("list_" + name + "_features").c_str(), &list_features<Metric>, "options"_a, "graphs"_a,
          "columns"_a, nb::sig(listed.c_str()));
}

nb::list to_lists(const std::vector<std::vector<std::string>>& lists) {
    nb::list all;
    for (const auto& list : lists) {
        nb::list texts;
        for (const std::string& text : list) texts.append(to_str(text));
        all.append(texts);
    }
    return all;
}

nb::list list_ngrams(const GramOptions& options, const HeldGraph& graph) {
    return to_lists(GramCounter(options).list(graph));
}

// A sparse matrix in compressed rows: where they begin, columns, values; and how many columns.
nb::tuple wl_features(const WlOptions& options, nb::sequence graphs) {
    const std::vector<const PackedGraph*> list = pointers(graphs);
    std::vector<std::int64_t> begin = {0}, column;
    std::vector<double> value;
    WlCounter counter(options);
    {
        const nb::gil_scoped_release release;
        for (const PackedGraph* graph : list) {
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
        .def_rw("turn_once", &GramOptions::turn_once)
        .def_rw("convention", &GramOptions::convention);
    bind_metric<Ngrams>(m, "ngrams", "GramOptions");
    m.def("list_ngrams", &list_ngrams, "options"_a, "graph"_a,
          nb::sig("def list_ngrams(options: GramOptions, graph: GraphCore) -> list[list[str]]"));
}

void bind_motifs(nb::module_& m) {
    using Frames = std::vector<std::pair<std::string, std::string>>;
    nb::class_<MotifOptions>(m, "MotifOptions")
        .def(
            "__init__",
            [](MotifOptions* self, const Convention& convention, const Frames& frames) {
                new (self) MotifOptions{
                    convention, frames.empty() ? nullptr : std::make_shared<FrameTable>(frames)};
            },
            "convention"_a, "frames"_a,
            nb::sig("def __init__(self, convention: Convention, frames: list[tuple[str, str]]) -> "
                    "None"));
    bind_metric<Motifs>(m, "motifs", "MotifOptions");
    m.def(
        "motifs_by_triple",
        [](const MotifOptions& options, const HeldGraph& graph) {
            return to_lists(MotifCounter(options).by_triple(graph));
        },
        "options"_a, "graph"_a,
        nb::sig("def motifs_by_triple(options: MotifOptions, graph: GraphCore) -> "
                "list[list[str]]"));
}

void bind_wl(nb::module_& m) {
    nb::enum_<Direction>(m, "Direction")
        .value("undirected", Direction::undirected)
        .value("top_down", Direction::top_down)
        .value("bottom_up", Direction::bottom_up)
        .value("two_way", Direction::two_way);
    nb::enum_<Discount>(m, "Discount")
        .value("no", Discount::no)
        .value("linear", Discount::linear)
        .value("exponential", Discount::exponential);
    nb::class_<WlOptions>(m, "WlOptions")
        .def(nb::init<>())
        .def_rw("k", &WlOptions::k)
        .def_rw("direction", &WlOptions::direction)
        .def_rw("once", &WlOptions::once)
        .def_rw("discount", &WlOptions::discount)
        .def_rw("edges", &WlOptions::edges)
        .def_rw("numbered", &WlOptions::numbered)
        .def_rw("convention", &WlOptions::convention);
    bind_metric<WlFeatures>(m, "wl", "WlOptions");
    m.def(
        "number_labels",
        [](const HeldGraph& graph, const Convention& convention) {
            Graph numbered = graph.unpack();
            number_labels(numbered, convention.inverse);
            return hold(PackedGraph(numbered, graph.comments()));
        },
        "graph"_a, "convention"_a,
        nb::sig("def number_labels(graph: GraphCore, convention: Convention) -> GraphCore"));
    m.def("wl_features", &wl_features, "options"_a, "graphs"_a,
          nb::sig("def wl_features(options: WlOptions, graphs: Sequence[GraphCore | None]) -> "
                  "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], "
                  "numpy.typing.NDArray[numpy.float64], int]"));
}

}  // namespace

void bind_features(nb::module_& m) {
    bind_ngrams(m);
    bind_metric<SemaTriples>(m, "sema", "Convention");
    bind_motifs(m);
    bind_wl(m);
}

}  // namespace tertium::python
