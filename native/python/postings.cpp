#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "python/arrays.hpp"
#include "python/postings.hpp"
#include "python/segment.hpp"
#include "search/postings.hpp"

namespace tertium::python {

namespace {

using TotalArray = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Bytes write_feature_segment(const FeatureLists& features, const TotalArray& totals,
                            const std::vector<std::string>& ids,
                            const std::vector<std::string>& texts) {
    if (features.lists.size() != ids.size() || features.lists.size() != texts.size() ||
        totals.shape(0) != ids.size())
        throw std::invalid_argument("the lists differ in length");
    std::vector<Document> documents;
    for (std::size_t i = 0; i < ids.size(); ++i) documents.push_back({nullptr, ids[i], texts[i]});
    const std::vector<double> numbers(totals.data(), totals.data() + totals.size());
    const nb::gil_scoped_release release;
    std::vector<std::byte> bytes =
        write_postings(documents, features.lists, numbers, totals.shape(1));
    const nb::gil_scoped_acquire acquire;
    return give_bytes(std::move(bytes));
}

// The graphs of a segment that share features with a graph, and how much, by order.
nb::tuple share_features(const HeldSegment& segment, const FeatureLists& features,
                         std::size_t graph, bool product, std::size_t orders) {
    if (graph >= features.lists.size()) throw nb::index_error("there is no such graph");
    std::vector<double> sums, shared;
    std::vector<std::uint32_t> touched;
    {
        const nb::gil_scoped_release release;
        const Postings postings(segment.segment());
        postings.share(features.lists[graph], product ? Sharing::product : Sharing::lesser, orders,
                       sums, touched);
        const auto removed = segment.removed();
        if (!removed.empty())
            std::erase_if(touched, [&](std::uint32_t g) { return removed[g] != 0; });
        for (const std::uint32_t g : touched)
            shared.insert(shared.end(), sums.begin() + static_cast<std::ptrdiff_t>(g * orders),
                          sums.begin() + static_cast<std::ptrdiff_t>((g + 1) * orders));
    }
    const std::size_t rows = touched.size();
    return nb::make_tuple(give_array(std::move(touched)), give(std::move(shared), {rows, orders}));
}

auto give_totals(const HeldSegment& held) {
    const Segment& segment = held.segment();
    const std::span<const double> totals = totals_of(segment);
    return give(std::vector<double>(totals.begin(), totals.end()),
                {segment.graphs(), segment.columns()});
}

}  // namespace

void bind_postings(nb::module_& m) {
    nb::class_<FeatureLists>(m, "FeatureLists")
        .def("__len__", [](const FeatureLists& f) { return f.lists.size(); })
        .def(
            "count",
            [](const FeatureLists& f, std::size_t graph) {
                if (graph >= f.lists.size()) throw nb::index_error("there is no such graph");
                return f.lists[graph].size();
            },
            "graph"_a)
        .def(
            "squares", [](const FeatureLists& f) { return give_array(std::vector(f.squares)); },
            nb::sig("def squares(self) -> numpy.typing.NDArray[numpy.float64]"));
    m.def("write_features", &write_feature_segment, "features"_a, "totals"_a, "ids"_a, "texts"_a,
          nb::sig("def write_features(features: FeatureLists, "
                  "totals: numpy.typing.NDArray[numpy.float64], ids: Sequence[str], "
                  "texts: Sequence[str]) -> numpy.typing.NDArray[numpy.uint8]"));
    m.def("share_features", &share_features, "segment"_a, "features"_a, "graph"_a, "product"_a,
          "orders"_a,
          nb::sig("def share_features(segment: Segment, features: FeatureLists, graph: int, "
                  "product: bool, orders: int) -> tuple[numpy.typing.NDArray[numpy.uint32], "
                  "numpy.typing.NDArray[numpy.float64]]"));
    m.def("feature_totals", &give_totals, "segment"_a,
          nb::sig("def feature_totals(segment: Segment) -> numpy.typing.NDArray[numpy.float64]"));
}

}  // namespace tertium::python
