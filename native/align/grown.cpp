#include "align/grown.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tertium {

void grow(const Problem& problem, const Relaxation& relaxation, Alignment& alignment,
          Interruption* interruption) {
    alignment.clear();
    const auto promise = [&](int x) {
        return 2 * alignment.gain(x) + relaxation.assignment().value(x);
    };
    std::vector<std::pair<Weight, int>> heap;  // the cell with the smaller number goes first
    for (int x = 0; x < problem.cells(); ++x) heap.emplace_back(promise(x), -x);
    std::make_heap(heap.begin(), heap.end());
    while (!heap.empty()) {
        std::pop_heap(heap.begin(), heap.end());
        const auto [promised, minus_x] = heap.back();
        const int x = -minus_x;
        heap.pop_back();
        check(interruption, 1);
        if (alignment.cell_of_row(problem.row[x]) >= 0 ||
            alignment.cell_of_column(problem.column[x]) >= 0 || promised < promise(x))
            continue;  // taken, or in the heap once more with a greater promise
        alignment.set(problem.row[x], x);
        for (int slot : relaxation.pairs().slots(x)) {
            const int y = relaxation.pairs().other_end(slot);
            if (alignment.cell_of_row(problem.row[y]) >= 0) continue;
            heap.emplace_back(promise(y), -y);
            std::push_heap(heap.begin(), heap.end());
        }
    }
}

}  // namespace tertium
