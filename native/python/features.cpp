#include <algorithm>
#include <string>
#include <vector>

#include "features/ngrams.hpp"
#include "features/sema.hpp"
#include "features/wl.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/held.hpp"
#include "python/interruptibly.hpp"

namespace tertium::python {

namespace {

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

nb::list list_ngrams(const GramOptions& options, const HeldGraph& graph) {
    nb::list orders;
    for (const auto& grams : GramCounter(options).list(graph)) {
        nb::list texts;
        for (const std::string& gram : grams) texts.append(to_str(gram));
        orders.append(texts);
    }
    return orders;
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
    m.def("list_ngrams", &list_ngrams, "options"_a, "graph"_a,
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

}  // namespace

void bind_features(nb::module_& m) {
    bind_ngrams(m);
    bind_sema(m);
    bind_wl(m);
}

}  // namespace tertium::python
