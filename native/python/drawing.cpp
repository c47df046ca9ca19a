#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <vector>

#include "drawing/rows.hpp"
#include "python/bindings.hpp"

namespace tertium::python {

namespace {

/// Refuse chains that name slots which no row has: they would be read beyond the end.
Rows checked(std::vector<Slots> rows, std::vector<Slots> chains) {
    std::size_t slots = 0;
    for (const Slots& row : rows) slots += row.size();
    for (const auto* lists : {&rows, &chains})
        for (const Slots& list : *lists)
            for (const Slot slot : list)
                if (slot < 0 || static_cast<std::size_t>(slot) >= slots)
                    throw std::invalid_argument("a slot is in no row");
    return {std::move(rows), std::move(chains)};
}

}  // namespace

void bind_drawing(nb::module_& m) {
    m.def(
        "ordered_rows",
        [](std::vector<Slots> rows, std::vector<Slots> chains, int sweeps) {
            return ordered_rows(checked(std::move(rows), std::move(chains)), sweeps);
        },
        "rows"_a, "chains"_a, "sweeps"_a,
        "Return the rows of a drawing, sorted so that few edges cross.");
    m.def(
        "columns",
        [](std::vector<Slots> rows, std::vector<Slots> chains, const std::vector<int>& widths,
           int gap, int rounds, double stiff) {
            const Rows drawing = checked(std::move(rows), std::move(chains));
            std::size_t slots = 0;
            for (const Slots& row : drawing.rows) slots += row.size();
            if (widths.size() != slots) throw std::invalid_argument("every slot needs a width");
            return tertium::columns(drawing, widths, {gap, rounds, stiff});
        },
        "rows"_a, "chains"_a, "widths"_a, "gap"_a, "rounds"_a, "stiff"_a,
        "Return the middle of each slot of a drawing.");
}

}  // namespace tertium::python
