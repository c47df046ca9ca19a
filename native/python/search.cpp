#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/held.hpp"
#include "python/interruptibly.hpp"
#include "python/postings.hpp"
#include "python/segment.hpp"
#include "search/nearest.hpp"
#include "search/sketches.hpp"

namespace tertium::python {

namespace {

std::vector<Document> documents_of(nb::sequence graphs, const std::vector<std::string>& ids,
                                   const std::vector<std::string>& texts) {
    const std::vector<const PackedGraph*> list = pointers(graphs);
    if (list.size() != ids.size() || list.size() != texts.size())
        throw std::invalid_argument("the lists differ in length");
    static const PackedGraph empty;
    std::vector<Document> documents;
    for (std::size_t i = 0; i < list.size(); ++i)
        documents.push_back({list[i] == nullptr ? &empty : list[i], ids[i], texts[i]});
    return documents;
}

Bytes write_sketch_segment(const Convention& convention, nb::sequence graphs,
                           const std::vector<std::string>& ids,
                           const std::vector<std::string>& texts, nb::object progress) {
    const std::vector<Document> documents = documents_of(graphs, ids, texts);
    return give_bytes(interruptibly(
        [&](Interruption* interruption) {
            return write_sketches(documents, convention, interruption);
        },
        progress));
}

/// The segments that are searched.
struct Collection {
    std::vector<Sketches> sketches;
    std::vector<Volume> volumes;
    std::vector<std::vector<std::uint32_t>> numbers;  // of the queries' tokens

    Collection(const HeldSegment& queries, const std::vector<const HeldSegment*>& segments) {
        sketches.reserve(segments.size());
        for (const HeldSegment* segment : segments) {
            sketches.emplace_back(segment->segment());
            volumes.push_back({&sketches.back(), segment->removed()});
        }
        const Sketches asked(queries.segment());
        for (std::size_t s = 0; s < segments.size(); ++s)
            numbers.push_back(segments[s] == &queries ? std::vector<std::uint32_t>()
                                                      : asked.numbers_in(sketches[s]));
    }
};

nb::tuple give_neighbours(const std::vector<std::vector<Neighbour>>& found,
                          const StageCounts& counts) {
    std::vector<std::int64_t> begin{0}, segment, graph;
    std::vector<double> value;
    std::vector<std::uint8_t> proven;
    for (const auto& neighbours : found) {
        for (const Neighbour& n : neighbours) {
            segment.push_back(n.segment);
            graph.push_back(n.graph);
            value.push_back(n.value);
            proven.push_back(n.proven ? 1 : 0);
        }
        begin.push_back(static_cast<std::int64_t>(value.size()));
    }
    const auto stages = nb::make_tuple(counts.scanned, counts.tokens, counts.rows,
                                       counts.assignments, counts.exact);
    return nb::make_tuple(give_array(std::move(begin)), give_array(std::move(segment)),
                          give_array(std::move(graph)), give_array(std::move(value)),
                          give_array(std::move(proven)), stages);
}

// Find something for every query, except those that were removed.
template <class Find>
nb::tuple find_all(const AlignerOptions& options, const HeldSegment& queries, nb::sequence segments,
                   int threads, nb::object progress, Find find) {
    std::vector<const HeldSegment*> list;
    for (nb::handle segment : segments) list.push_back(&nb::cast<const HeldSegment&>(segment));
    std::vector<std::vector<Neighbour>> found(queries.segment().graphs());
    StageCounts counts;
    std::mutex mutex;
    const auto work = [&](Interruption* interruption) {
        const Collection collection(queries, list);
        const Sketches asked(queries.segment());
        const Volume present{&asked, queries.removed()};
        AlignerOptions used = options;
        used.interruption = interruption;
        used.canonical = false;  // which of several best alignments it is does not matter
        struct Worker {          // adds its counts when it is done
            std::unique_ptr<NeighbourSearch> search;
            StageCounts& sum;
            std::mutex& mutex;
            ~Worker() {
                const std::lock_guard lock(mutex);
                sum.add(search->counts());
            }
        };
        const auto make = [&] {
            auto search = std::make_unique<NeighbourSearch>(asked, collection.volumes,
                                                            collection.numbers, used);
            auto worker = std::make_shared<Worker>(std::move(search), counts, mutex);
            return [&, worker](std::size_t i) {
                if (present.has(i)) found[i] = find(*worker->search, i);
            };
        };
        parallel_for(found.size(), threads, make, interruption);
    };
    interruptibly(work, progress);
    return give_neighbours(found, counts);
}

nb::tuple find_nearest(const AlignerOptions& options, const HeldSegment& queries,
                       nb::sequence segments, std::size_t k, double least, int self, int threads,
                       nb::object progress) {
    return find_all(
        options, queries, segments, threads, progress,
        [&](NeighbourSearch& search, std::size_t i) { return search.nearest(i, k, least, self); });
}

nb::tuple find_within(const AlignerOptions& options, const HeldSegment& queries,
                      nb::sequence segments, double least, int self, int threads,
                      nb::object progress) {
    return find_all(
        options, queries, segments, threads, progress,
        [&](NeighbourSearch& search, std::size_t i) { return search.within(i, least, self); });
}

// The bounds of two graphs, from the loosest to the exact value; for tests.
std::vector<double> bounds_of(const AlignerOptions& options, const HeldSegment& one,
                              std::size_t first, const HeldSegment& other, std::size_t second) {
    const Sketches a(one.segment()), b(other.segment());
    if (first >= a.size() || second >= b.size()) throw nb::index_error("there is no such graph");
    Aligner aligner(options);
    Cascade cascade(b, aligner);
    cascade.reset(a, a.numbers_in(b), first);
    const std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::uint16_t fast = 0, portable = 0;
    cascade.scan(second, std::span(&fast, 1));
    overlaps_portably(a.histograms.data() + first * histogram_size,
                      b.histograms.data() + second * histogram_size, 1, &portable);
    if (fast != portable) throw std::logic_error("histograms disagree");
    std::vector<double> bounds{static_cast<double>(fast + cascade.excess_with(second)),
                               static_cast<double>(cascade.signature_bound(second, none))};
    for (int stage = 1; stage <= Cascade::stages; ++stage)
        bounds.push_back(cascade.tighten(stage, second, none));
    bounds.push_back(cascade.align(second, 0).shared);
    return bounds;
}

}  // namespace

void bind_search(nb::module_& m) {
    bind_segment(m);
    bind_postings(m);
    const char* arrays =
        "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], "
        "numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.float64], "
        "numpy.typing.NDArray[numpy.uint8], tuple[int, int, int, int, int]]";
    const std::string tail =
        std::string("threads: int, progress: collections.abc.Callable[[int], None] | None) -> ") +
        arrays;
    const std::string head =
        "(options: AlignerOptions, queries: Segment, segments: Sequence[Segment], ";
    m.def("write_sketches", &write_sketch_segment, "convention"_a, "graphs"_a, "ids"_a, "texts"_a,
          "progress"_a.none(),
          nb::sig("def write_sketches(convention: Convention, "
                  "graphs: Sequence[GraphCore | None], ids: Sequence[str], texts: Sequence[str], "
                  "progress: collections.abc.Callable[[int], None] | None) -> "
                  "numpy.typing.NDArray[numpy.uint8]"));
    m.def(
        "find_nearest", &find_nearest, "options"_a, "queries"_a, "segments"_a, "k"_a, "least"_a,
        "self"_a, "threads"_a, "progress"_a.none(),
        nb::sig(("def find_nearest" + head + "k: int, least: float, self: int, " + tail).c_str()));
    m.def("find_within", &find_within, "options"_a, "queries"_a, "segments"_a, "least"_a, "self"_a,
          "threads"_a, "progress"_a.none(),
          nb::sig(("def find_within" + head + "least: float, self: int, " + tail).c_str()));
    m.def("bounds", &bounds_of, "options"_a, "one"_a, "first"_a, "other"_a, "second"_a);
}

}  // namespace tertium::python
