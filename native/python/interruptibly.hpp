/// Native work that Ctrl-C ends and that reports its progress, on one thread or several.
#pragma once

#include <cstddef>
#include <utility>

#include "graph/graph.hpp"
#include "python/held.hpp"
#include "python/table.hpp"
#include "support/interruption.hpp"
#include "support/parallel.hpp"

namespace tertium::python {

/// Tells a function of Python how many pairs were done since it was last told.
class Progress {
  public:
    /// None is told nothing.
    explicit Progress(nb::handle function) : function_(function) {}

    /// False if the function raised. Needs the lock of Python's interpreter.
    bool tell(std::size_t done) {
        if (function_.is_none() || done == told_) return true;
        try {
            function_(done - std::exchange(told_, done));
            return true;
        } catch (nb::python_error& error) {
            error.restore();
            return false;
        }
    }

  private:
    nb::handle function_;
    std::size_t told_ = 0;
};

/// Work without the lock of Python's interpreter. A signal whose handler raises, as that of Ctrl-C
/// does, ends it early, and so does a function that raises when it is told the progress.
template <class Work>
auto interruptibly(Work work, nb::handle progress = nb::none()) {
    Progress told(progress);
    Interruption* current = nullptr;
    Interruption interruption([&] {
        const nb::gil_scoped_acquire acquire;
        return PyErr_CheckSignals() != 0 || !told.tell(current->done());
    });
    current = &interruption;
    struct Last {  // tells the rest, when all is done
        Progress& told;
        Interruption& interruption;
        void operator()() const {
            if (!told.tell(interruption.done())) throw nb::python_error();
        }
    } tell_rest{told, interruption};
    try {
        if constexpr (std::is_void_v<decltype(work(current))>) {
            {
                const nb::gil_scoped_release release;
                work(current);
            }
            tell_rest();
        } else {
            auto result = [&] {
                const nb::gil_scoped_release release;
                return work(current);
            }();
            tell_rest();
            return result;
        }
    } catch (const Interrupted&) {
        throw nb::python_error();  // what the handler raised
    }
}

/// A table of `columns` numbers for each pair; row(counter, pred, gold, numbers) fills a row, and
/// every thread has a counter of its own.
template <class Make, class Row>
Table tabulate(nb::sequence golds, nb::sequence preds, std::size_t columns, int threads,
               nb::handle progress, Make make, Row row) {
    const GraphPairs pairs(preds, golds);
    Table table(pairs.size(), columns);
    const auto make_visit = [&](Interruption* interruption) {
        return [&, counter = make(interruption)](std::size_t i) mutable {
            row(counter, pairs.a[i], pairs.b[i], table.row(i));
        };
    };
    interruptibly(
        [&](Interruption* interruption) {
            parallel_for(
                pairs.size(), threads, [&] { return make_visit(interruption); }, interruption);
        },
        progress);
    return table;
}

/// The same for one pair, as a tuple.
template <class Make, class Row>
nb::tuple tabulate_pair(const PackedGraph* gold, const PackedGraph* pred, std::size_t columns,
                        Make make, Row row) {
    std::vector<double> numbers(columns);
    interruptibly([&](Interruption* interruption) {
        auto counter = make(interruption);
        row(counter, pred, gold, std::span<double>(numbers));
    });
    return to_tuple(numbers);
}

}  // namespace tertium::python
