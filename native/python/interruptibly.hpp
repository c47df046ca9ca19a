/// Native work that Ctrl-C ends, on one thread or several.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/graph.hpp"
#include "python/arrays.hpp"
#include "python/held.hpp"
#include "support/interruption.hpp"
#include "support/parallel.hpp"

namespace tertium::python {

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

/// A table of `columns` numbers for each pair; row(counter, a, b, numbers) fills a row, and every
/// thread has a counter of its own.
template <class Make, class Row>
Table tabulate(nb::sequence a, nb::sequence b, std::size_t columns, int threads, Make make,
               Row row) {
    const GraphPairs pairs(a, b);
    std::vector<double> values(pairs.size() * columns);
    const auto make_visit = [&] {
        return [&, counter = make()](std::size_t i) mutable {
            row(counter, pairs.a[i], pairs.b[i], values.data() + i * columns);
        };
    };
    interruptibly([&](Interruption* interruption) {
        parallel_for(pairs.size(), threads, make_visit, interruption);
    });
    return give(std::move(values), {pairs.size(), columns});
}

}  // namespace tertium::python
