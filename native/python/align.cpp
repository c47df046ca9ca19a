#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "align/aligner.hpp"
#include "python/bindings.hpp"
#include "python/held.hpp"
#include "python/interruptibly.hpp"
#include "python/problems.hpp"

namespace tertium::python {

namespace {

constexpr std::size_t columns = 6, part_columns = 8;

// matched, total of the prediction, total of the gold, upper, proven, and whether it is a pair;
// of parts also the variables of both.
void write_counts(const PairCounts& counts, bool of_parts, std::span<double> row) {
    const bool empty = counts.total_a + counts.total_b == 0;
    const double numbers[part_columns] = {counts.matched,
                                          counts.total_a,
                                          counts.total_b,
                                          counts.upper,
                                          counts.proven ? 1.0 : 0.0,
                                          of_parts && empty ? 0.0 : 1.0,
                                          static_cast<double>(counts.variables_a),
                                          static_cast<double>(counts.variables_b)};
    std::copy(std::begin(numbers), std::begin(numbers) + row.size(), row.begin());
}

// Count what the graphs of each pair share; call(i) turns the number of a pair into what is asked.
template <class RequestOf>
void fill_counts(const AlignerOptions& options, const GraphPairs& pairs, RequestOf request_of,
                 int threads, bool of_parts, Interruption* interruption, Table& table) {
    const AlignerOptions used = with(options, interruption);
    const auto make = [&] {
        // Many predictions of one gold come one after the other: it is standardised once.
        return [&, aligner = Aligner(used),
                last = static_cast<const PackedGraph*>(nullptr)](std::size_t i) mutable {
            Request request = request_of(i);
            request.same_b = pairs.b[i] != nullptr && pairs.b[i] == last;
            last = pairs.b[i];
            PairCounts counts = aligner.compare(pairs.a[i], pairs.b[i], request);
            if (of_parts) aligner.count_variables(counts);
            write_counts(counts, of_parts, table.row(i));
        };
    };
    parallel_for(pairs.size(), threads, make, interruption);
}

std::size_t width(bool of_parts) { return of_parts ? part_columns : columns; }

Table compare(const AlignerOptions& options, nb::sequence golds, nb::sequence preds, int threads,
              nb::object progress, bool of_parts, const std::vector<double>& cutoffs,
              const std::vector<GroupsOfPair>& groups) {
    const GraphPairs pairs(preds, golds);
    for (std::size_t given : {cutoffs.size(), groups.size()})
        if (given != 0 && given != pairs.size())
            throw std::invalid_argument("the lists differ in length");
    std::vector<Allowed> allowed;
    for (const GroupsOfPair& each : groups) allowed.push_back(allowed_by(each));
    const auto request_of = [&](std::size_t i) {
        return Request{.f1 = cutoffs.empty() ? 0 : cutoffs[i],
                       .allowed = allowed.empty() ? nullptr : &allowed[i],
                       .counts_only = true};
    };
    Table table(pairs.size(), width(of_parts));
    interruptibly(
        [&](Interruption* interruption) {
            fill_counts(options, pairs, request_of, threads, of_parts, interruption, table);
        },
        progress);
    return table;
}

nb::tuple compare_pair(const AlignerOptions& options, const HeldGraph* gold, const HeldGraph* pred,
                       bool of_parts, double cutoff) {
    const auto make = [&](Interruption* interruption) {
        return Aligner(with(options, interruption));
    };
    const auto write = [&](Aligner& aligner, const PackedGraph* a, const PackedGraph* b,
                           std::span<double> row) {
        PairCounts counts = aligner.compare(a, b, {.f1 = cutoff, .counts_only = true});
        if (of_parts) aligner.count_variables(counts);
        write_counts(counts, of_parts, row);
    };
    return tabulate_pair(gold, pred, width(of_parts), make, write);
}

// Align pairs, then count what parts of them share under those alignments.
Table compare_parts(const AlignerOptions& options, nb::sequence golds, nb::sequence preds,
                    nb::sequence gold_parts, nb::sequence pred_parts, bool compress, int threads,
                    nb::object progress) {
    const GraphPairs whole(preds, golds), parts(pred_parts, gold_parts);
    if (whole.size() != parts.size()) throw std::invalid_argument("the lists differ in length");
    Table table(whole.size(), part_columns);
    const auto work = [&](Interruption* interruption) {
        const AlignerOptions used = with(options, interruption);
        const auto make = [&] {
            return [&, aligner = Aligner(used)](std::size_t i) mutable {
                const PairCounts counts =
                    aligner.compare_parts(whole.a[i], whole.b[i], parts.a[i], parts.b[i], compress);
                write_counts(counts, true, table.row(i));
            };
        };
        parallel_for(whole.size(), threads, make, interruption);
    };
    interruptibly(work, progress);
    return table;
}

}  // namespace

void bind_align(nb::module_& m) {
    bind_align_options(m);
    m.def("compare", &compare, "options"_a, "golds"_a, "preds"_a, "threads"_a, "progress"_a.none(),
          "of_parts"_a, "cutoffs"_a = std::vector<double>(),
          "groups"_a = std::vector<GroupsOfPair>(),
          nb::sig("def compare(options: AlignerOptions, golds: Sequence[GraphCore | None], "
                  "preds: Sequence[GraphCore | None], threads: int, "
                  "progress: collections.abc.Callable[[int], None] | None, of_parts: bool, "
                  "cutoffs: Sequence[float] = (), groups: Sequence[tuple[Sequence[Sequence[int]], "
                  "Sequence[Sequence[int]]]] = ()) -> Table"));
    m.def("compare_pair", &compare_pair, "options"_a, "gold"_a.none(), "pred"_a.none(),
          "of_parts"_a, "cutoff"_a = 0.0,
          nb::sig("def compare_pair(options: AlignerOptions, gold: GraphCore | None, "
                  "pred: GraphCore | None, of_parts: bool, cutoff: float = 0.0) "
                  "-> tuple[float, ...]"));
    m.def("compare_parts", &compare_parts, "options"_a, "golds"_a, "preds"_a, "gold_parts"_a,
          "pred_parts"_a, "compress"_a, "threads"_a, "progress"_a.none(),
          nb::sig("def compare_parts(options: AlignerOptions, golds: Sequence[GraphCore | None], "
                  "preds: Sequence[GraphCore | None], gold_parts: Sequence[GraphCore | None], "
                  "pred_parts: Sequence[GraphCore | None], compress: bool, threads: int, "
                  "progress: collections.abc.Callable[[int], None] | None) -> Table"));
}

}  // namespace tertium::python
