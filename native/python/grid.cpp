// All pairs of many graphs, a block of rows and columns at a time.
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "align/aligner.hpp"
#include "features/products.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/interruptibly.hpp"
#include "python/segment.hpp"
#include "search/cascade.hpp"
#include "search/sketches.hpp"

namespace tertium::python {

namespace {

using Indices = Given<std::int64_t, nb::ndim<1>>;
using Block = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

std::vector<Sketch> read_sketches(const Sketches& from, const Indices& numbers,
                                  std::span<const std::uint32_t> tokens) {
    std::vector<Sketch> sketches(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto graph = static_cast<std::size_t>(numbers.data()[i]);
        if (graph >= from.size()) throw nb::index_error("there is no such graph");
        from.read(graph, tokens, sketches[i]);
    }
    return sketches;
}

// The F1 of each row, a gold graph, with each column, a prediction.
Block align_grid(const AlignerOptions& options, const HeldSegment& golds, const Indices& rows,
                 const HeldSegment& preds, const Indices& columns, int threads) {
    std::vector<double> values(rows.size() * columns.size());
    interruptibly([&](Interruption* interruption) {
        AlignerOptions used = options;
        used.interruption = interruption;
        used.canonical = false;
        const Sketches of_golds(golds.segment()), of_preds(preds.segment());
        std::vector<std::uint32_t> tokens;
        if (&golds != &preds) tokens = of_preds.numbers_in(of_golds);
        const std::vector<Sketch> a = read_sketches(of_preds, columns, tokens);
        const std::vector<Sketch> b = read_sketches(of_golds, rows, {});
        const auto make = [&] {
            auto aligner = std::make_shared<Aligner>(used);
            return [&, aligner](std::size_t row) {
                for (std::size_t column = 0; column < a.size(); ++column) {
                    const PairCounts found = aligner->compare(a[column], b[row]);
                    values[row * a.size() + column] =
                        f1_of(found.matched, found.total_a, found.total_b);
                }
            };
        };
        parallel_for(b.size(), threads, make, interruption);
    });
    return give(std::move(values), {rows.size(), columns.size()});
}

// The products of the rows from `first` up to `last` with all columns from `from` on.
Block multiply_grid(const Given<std::int64_t, nb::ndim<1>>& row_begin, const Indices& row_column,
                    const Given<double, nb::ndim<1>>& row_value, std::size_t first,
                    std::size_t last, const SparseColumns& columns, std::size_t count,
                    std::size_t from, int threads) {
    const auto span = [](const auto& array) { return std::span(array.data(), array.size()); };
    const SparseRows rows{span(row_begin), span(row_column), span(row_value)};
    if (last > rows.size() || first > last || from > count)
        throw nb::index_error("there is no such row");
    const std::size_t width = count - from;
    std::vector<double> values((last - first) * width);
    interruptibly([&](Interruption* interruption) {
        const auto make = [&] {
            return [&](std::size_t i) {
                columns.multiply(rows, first + i, from,
                                 std::span(values).subspan(i * width, width));
            };
        };
        parallel_for(last - first, threads, make, interruption);
    });
    return give(std::move(values), {last - first, width});
}

}  // namespace

void bind_grid(nb::module_& m) {
    const char* block = "numpy.typing.NDArray[numpy.float64]";
    const char* numbers = "numpy.typing.NDArray[numpy.int64]";
    const auto sig = [&](std::string text) {
        for (const auto& [from, to] : {std::pair("BLOCK", block), std::pair("NUMBERS", numbers)})
            for (std::size_t at; (at = text.find(from)) != std::string::npos;)
                text.replace(at, std::string(from).size(), to);
        return text;
    };
    m.def("align_grid", &align_grid, "options"_a, "golds"_a, "rows"_a, "preds"_a, "columns"_a,
          "threads"_a,
          nb::sig(sig("def align_grid(options: AlignerOptions, golds: Segment, rows: NUMBERS, "
                      "preds: Segment, columns: NUMBERS, threads: int) -> BLOCK")
                      .c_str()));
    nb::class_<SparseColumns>(m, "SparseColumns")
        .def(
            "__init__",
            [](SparseColumns* self, const Indices& begin, const Indices& column,
               const Given<double, nb::ndim<1>>& value, std::size_t columns) {
                const auto span = [](const auto& a) { return std::span(a.data(), a.size()); };
                new (self) SparseColumns({span(begin), span(column), span(value)}, columns);
            },
            "begin"_a, "column"_a, "value"_a, "columns"_a,
            nb::sig(sig("def __init__(self, begin: NUMBERS, column: NUMBERS, value: BLOCK, "
                        "columns: int) -> None")
                        .c_str()));
    m.def("multiply_grid", &multiply_grid, "begin"_a, "column"_a, "value"_a, "first"_a, "last"_a,
          "columns"_a, "count"_a, "start"_a, "threads"_a,
          nb::sig(sig("def multiply_grid(begin: NUMBERS, column: NUMBERS, value: BLOCK, "
                      "first: int, last: int, columns: SparseColumns, count: int, start: int, "
                      "threads: int) -> BLOCK")
                      .c_str()));
}

}  // namespace tertium::python
