// Bytes become two small graphs. The exact search must agree with trying every alignment, its bounds must
// hold under any budget, and hill-climbing must never beat it.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "aligner.hpp"
#include "climb.hpp"

using namespace tertium;

namespace {

class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    unsigned below(unsigned bound) { return at_ < size_ ? data_[at_++] % bound : 0; }

  private:
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

Graph make_graph(Bytes& bytes, char letter) {
    const unsigned variables = 1 + bytes.below(6);
    const auto name = [&](unsigned v) { return letter + std::to_string(v); };
    std::vector<NamedTriple> triples;
    for (unsigned v = 0; v < variables; ++v)
        triples.push_back({name(v), "instance", "c" + std::to_string(bytes.below(3)), false});
    for (unsigned edges = bytes.below(10); edges > 0; --edges)
        triples.push_back({name(bytes.below(variables)), "r" + std::to_string(bytes.below(3)),
                           name(bytes.below(variables)), false});
    for (unsigned values = bytes.below(4); values > 0; --values)
        triples.push_back({name(bytes.below(variables)), "a", std::to_string(bytes.below(2)), false});
    return graph_from_triples(triples, name(bytes.below(variables)));
}

Weight best_by_brute_force(const ProblemBuilder& builder) {
    const Sketch &a = builder.a(), &b = builder.b();
    std::vector<int> targets(static_cast<std::size_t>(std::max(a.variables, b.variables)));
    std::iota(targets.begin(), targets.end(), 0);
    Weight best = 0;
    do {
        std::vector<int> mapping(targets.begin(), targets.begin() + a.variables);
        for (int& j : mapping)
            if (j >= b.variables) j = -1;
        best = std::max(best, builder.earned(mapping));
    } while (std::next_permutation(targets.begin(), targets.end()));
    return best;
}

void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const std::int64_t budgets[] = {0, 1, 3, 100000};
    const std::int64_t budget = budgets[bytes.below(4)];
    const Graph a = make_graph(bytes, 'x'), b = make_graph(bytes, 'y');
    ProblemBuilder builder;
    builder.sketch(a, b, Top::flag);
    Problem problem;
    builder.build(problem);
    ExactSearch search;
    const Solution solution = search.solve(problem, budget);
    const Weight best = best_by_brute_force(builder);
    require(problem.value(solution.cells) == solution.value);
    require(solution.value <= best && best <= solution.upper);
    require(solution.upper <= builder.ceiling() || !solution.proven);
    if (budget == 100000) require(solution.proven && solution.value == best);
    require(problem.value(hill_climb(problem, 2, 1)) <= best);
    return 0;
}
