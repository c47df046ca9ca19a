#include "align/credits.hpp"

#include <nanobind/stl/vector.h>

#include <vector>

#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/interruptibly.hpp"
#include "python/problems.hpp"
#include "support/parallel.hpp"

namespace tertium::python {

namespace {

using Matrix = Given<double, nb::ndim<2>>;
using EdgeArray = Given<std::int32_t, nb::ndim<2>>;

/// Credits with the numbers they point to.
struct HeldCredits {
    int nodes_a, nodes_b;
    std::vector<double> nodes, straight, reversed;
    std::vector<Credits::Ends> edges_a, edges_b;

    Credits view() const { return {nodes_a, nodes_b, nodes, edges_a, edges_b, straight, reversed}; }
};

std::vector<double> numbers_of(const Matrix& array) {
    return {array.data(), array.data() + array.size()};
}

std::vector<Credits::Ends> ends_of(const EdgeArray& array) {
    if (array.shape(1) != 2) throw std::invalid_argument("an edge has two ends");
    std::vector<Credits::Ends> ends;
    for (std::size_t e = 0; e < array.shape(0); ++e) ends.emplace_back(array(e, 0), array(e, 1));
    return ends;
}

void make_credits(HeldCredits* self, const Matrix& nodes, const EdgeArray& edges_a,
                  const EdgeArray& edges_b, const Matrix& straight, const Matrix& reversed) {
    new (self) HeldCredits{static_cast<int>(nodes.shape(0)),
                           static_cast<int>(nodes.shape(1)),
                           numbers_of(nodes),
                           numbers_of(straight),
                           numbers_of(reversed),
                           ends_of(edges_a),
                           ends_of(edges_b)};
}

nb::list align_credits(const std::vector<const HeldCredits*>& credits, std::int64_t budget,
                       const std::vector<double>& cutoffs, int threads, nb::object progress) {
    if (!cutoffs.empty() && cutoffs.size() != credits.size())
        throw std::invalid_argument("the lists differ in length");
    std::vector<CreditAlignment> found(credits.size());
    interruptibly(
        [&](Interruption* interruption) {
            const auto make = [&] {
                return [&, aligner = CreditAligner(interruption)](std::size_t i) mutable {
                    found[i] =
                        aligner.align(credits[i]->view(), budget, cutoffs.empty() ? 0 : cutoffs[i]);
                };
            };
            parallel_for(credits.size(), threads, make, interruption);
        },
        progress);
    nb::list list;
    for (CreditAlignment& each : found)
        list.append(nb::make_tuple(each.mapping, each.earned, each.upper, each.proven));
    return list;
}

}  // namespace

void bind_credits(nb::module_& m) {
    nb::class_<HeldCredits>(m, "Credits")
        .def("__init__", &make_credits, "nodes"_a, "edges_a"_a, "edges_b"_a, "straight"_a,
             "reversed"_a)
        .def("problem", [](const HeldCredits& credits) {
            return PairProblem{CreditAligner().problem(credits.view()), false};
        });
    m.def("align_credits", &align_credits, "credits"_a, "budget"_a, "cutoffs"_a, "threads"_a,
          "progress"_a.none(),
          nb::sig("def align_credits(credits: Sequence[Credits], budget: int, "
                  "cutoffs: Sequence[float], threads: int, "
                  "progress: collections.abc.Callable[[int], None] | None) "
                  "-> list[tuple[list[int], float, float, bool]]"));
}

}  // namespace tertium::python
