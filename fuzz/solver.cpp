// Bytes become two graphs and a way to grade matches. On small graphs the exact search must agree
// with trying every alignment; on larger ones, with itself the other way around and with an
// alignment that is known. With linear programs from the first step it must find the same. Bounds
// must hold under any budget, and neither hill-climbing nor alignment by colours may beat them. A
// cutoff hides nothing that reaches it, groups forbid what they should, the canonical alignment earns
// the optimum, and real-valued credits are as exact.
#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <vector>

#include "align/aligner.hpp"
#include "align/canonical.hpp"
#include "align/climb.hpp"
#include "align/coarse.hpp"
#include "align/credits.hpp"
#include "graphs.hpp"
#include "align/matches.hpp"

using namespace tertium;
using fuzz::Bytes;
using fuzz::require;

namespace {

constexpr std::int64_t enough = 100'000;  // steps, for the small graphs

// Similarities of c0 to c4, some of them no simple fractions of a triple.
std::shared_ptr<const SimilarityTable> similarities() {
    std::vector<NamedTriple> triples;
    for (const char* digit : {"0", "1", "2", "3", "4"})
        triples.push_back({std::string("x") + digit, "instance", std::string("c") + digit, false});
    const Graph all = graph_from_triples(triples, "x0");
    auto table = std::make_shared<SimilarityTable>();
    table->add(all, all);
    std::vector<double> values;
    for (std::size_t k = 0; k < table->pairs().size(); ++k)
        values.push_back(k % 3 == 0 ? 0 : 1 / (1.3 + 0.7 * static_cast<double>(k)));
    table->set(values);
    return table;
}

// Kept from input to input, as a thread keeps them from pair to pair.
struct Bench {
    Grading grading;
    ProblemBuilder builder;
    Problem problem;
    ExactSearch search;
    ExactSearch with_programs{nullptr, {0, 0}};  // linear programs at once, in parts of any size

    explicit Bench(Grading given) : grading(std::move(given)), builder(grading) {}

    Solution solve(const Graph& a, const Graph& b, Top top, bool compress, std::int64_t budget,
                   const Allowed* allowed = nullptr) {
        builder.sketch(a, b, top);
        if (compress) builder.compress();
        builder.restrict_to(allowed);
        builder.build(problem);
        const Solution solution = search.solve(problem, budget);
        const Solution other = with_programs.solve(problem, budget);
        require(problem.value(other.cells) == other.value && other.value <= other.upper);
        require(other.value <= solution.upper && solution.value <= other.upper);
        return solution;
    }

    std::vector<int> mapping(const std::vector<int>& cells) const {
        std::vector<int> found(static_cast<std::size_t>(builder.a().variables), -1);
        for (int x : cells) {
            const int row = problem.row[static_cast<std::size_t>(x)];
            const int column = problem.column[static_cast<std::size_t>(x)];
            int& place = found[static_cast<std::size_t>(builder.swapped() ? column : row)];
            require(place == -1);
            place = builder.swapped() ? row : column;
        }
        return found;
    }
};

Bench& bench(unsigned kind) {
    const std::vector<Weight> weights = {unit, unit / 2, unit / 3, unit / 7};
    static std::array<Bench, 3> all = {Bench({}), Bench({.similarities = similarities()}),
                                       Bench({.by_distance = weights})};
    return all[kind % 3];
}

// Try every alignment, one variable of a after the other.
class BruteForce {
  public:
    explicit BruteForce(const ProblemBuilder& builder, const Allowed* allowed = nullptr)
        : builder_(builder),
          allowed_(allowed),
          mapping_(static_cast<std::size_t>(builder.a().variables), -1),
          taken_(static_cast<std::size_t>(builder.b().variables)),
          free_(std::max(0, builder.a().variables - builder.b().variables)) {}

    Weight best() {
        place(0, free_);
        return best_;
    }

  private:
    // `spare` variables of a may still stay without a partner: no more than must.
    void place(std::size_t i, int spare) {
        if (i == mapping_.size()) {
            std::vector<int> mapping = mapping_;
            for (std::size_t k = 0; allowed_ != nullptr && k < mapping.size(); ++k)
                if (mapping[k] >= 0 && !(*allowed_)(static_cast<int>(k), mapping[k])) mapping[k] = -1;
            best_ = std::max(best_, builder_.earned(mapping));
            return;
        }
        for (std::size_t j = 0; j < taken_.size(); ++j) {
            if (taken_[j]) continue;
            taken_[j] = true;
            mapping_[i] = static_cast<int>(j);
            place(i + 1, spare);
            taken_[j] = false;
        }
        mapping_[i] = -1;
        if (spare > 0) place(i + 1, spare - 1);
    }

    const ProblemBuilder& builder_;
    const Allowed* allowed_;
    std::vector<int> mapping_;
    std::vector<bool> taken_;
    int free_;
    Weight best_ = 0;
};

// Triple by triple, the account adds up to what the problem and the sketches say.
void check_matches(const Bench& at, const Graph& a, const Graph& b, Weight value,
                   const std::vector<int>& mapping) {
    double earned = 0, worth_a = 0, worth_b = 0;
    for (const Match& match : match_triples(a, b, mapping, at.builder)) {
        require(match.a >= 0 || match.b >= 0);
        earned += match.earned;
        worth_a += match.worth_a;
        worth_b += match.worth_b;
    }
    require(earned == in_triples(value));
    require(worth_a == in_triples(at.builder.a().total));
    require(worth_b == in_triples(at.builder.b().total));
}

// If the optimum reaches the cutoff, it is found as without one; else the bound is below.
void check_cutoff(Bench& at, Weight cutoff, Weight best, std::int64_t budget) {
    const Solution solution = at.search.solve(at.problem, budget, cutoff);
    require(at.problem.value(solution.cells) == solution.value);
    require(solution.value <= best && best <= solution.upper);
    if (budget < enough) return;
    require(best >= cutoff ? solution.value == best && solution.upper == best
                           : solution.upper < cutoff);
}

void check_canonical(Bench& at, const Graph& a, const Graph& b, Weight best) {
    static CanonicalChoice choice;
    std::vector<int> mapping(a.size(), -1);
    const CanonicalChoice::Pair pair{a,    b,      at.builder, at.problem,
                                     best, enough, at.grading.similarities.get()};
    require(choice.choose(pair, mapping) == CanonicalChoice::Result::proven);
    require(at.builder.earned(mapping) == best);
}

void check_small(Bench& at, const Graph& a, const Graph& b, Top top, bool compress,
                 std::int64_t budget, const Allowed* allowed, Weight above) {
    const Solution solution = at.solve(a, b, top, compress, budget, allowed);
    const std::vector<int> mapping = at.mapping(solution.cells);
    const Weight best = BruteForce(at.builder, allowed).best();
    require(at.problem.value(solution.cells) == solution.value);
    require(at.builder.earned(mapping) == solution.value);
    require(solution.value <= best && best <= at.builder.ceiling());
    // These do not depend on the budget, so not every one has to pay for them.
    if (budget == 0) require(at.problem.value(hill_climb(at.problem, 1, 1)) <= best);
    if (budget == 1 && allowed == nullptr)
        require(at.builder.earned(align_coarsely(at.builder.a(), at.builder.b())) <= best);
    require(budget < enough || solution.proven);
    require(solution.proven == (solution.value == solution.upper));
    check_matches(at, a, b, solution.value, mapping);
    if (compress) return;  // forbids some of the alignments that were tried
    require(best <= solution.upper && (!solution.proven || solution.value == best));
    check_cutoff(at, best + above, best, budget);
    if (budget == enough) check_canonical(at, a, b, best);
}

void check_large(Bench& at, const Graph& a, const Graph& b, Top top, bool compress,
                 std::int64_t budget) {
    const Solution there = at.solve(a, b, top, compress, budget);
    require(at.problem.value(there.cells) == there.value && there.value <= there.upper);
    require(at.builder.earned(at.mapping(there.cells)) == there.value);
    const Solution back = at.solve(b, a, top, compress, 3);
    require(back.value <= there.upper && there.value <= back.upper);
}

// Every variable is in one of three groups, or in none.
Allowed make_groups(Bytes& bytes, const Graph& a, const Graph& b) {
    const auto sets = [&](const Graph& graph) {
        Allowed::Sets made(graph.size());
        for (std::vector<int>& set : made)
            if (const unsigned group = bytes.below(6); group < 3) set = {static_cast<int>(group)};
        return made;
    };
    Allowed::Sets of_a = sets(a);
    return Allowed(std::move(of_a), sets(b));
}

// The best of all subsets of cells without a common row or column.
Weight best_subset(const Problem& problem, std::size_t x, std::vector<int>& chosen) {
    if (x == problem.row.size()) return problem.value(chosen);
    Weight best = best_subset(problem, x + 1, chosen);
    const bool free = std::none_of(chosen.begin(), chosen.end(), [&](int y) {
        return problem.row[static_cast<std::size_t>(y)] == problem.row[x] ||
               problem.column[static_cast<std::size_t>(y)] == problem.column[x];
    });
    if (!free) return best;
    chosen.push_back(static_cast<int>(x));
    best = std::max(best, best_subset(problem, x + 1, chosen));
    chosen.pop_back();
    return best;
}

void check_credits(Bytes& bytes, std::int64_t budget) {
    static CreditAligner aligner;
    Credits credits{static_cast<int>(1 + bytes.below(3)), static_cast<int>(1 + bytes.below(3)), {}, {}, {}, {}, {}};
    const auto number = [&] { return static_cast<double>(bytes.below(256)) / 77; };
    const auto edges = [&](int nodes) {
        std::vector<Credits::Ends> made(bytes.below(4));
        for (auto& [source, target] : made) {
            source = static_cast<int>(bytes.below(static_cast<unsigned>(nodes)));
            target = static_cast<int>(bytes.below(static_cast<unsigned>(nodes)));
        }
        return made;
    };
    const std::vector<Credits::Ends> of_a = edges(credits.nodes_a), of_b = edges(credits.nodes_b);
    std::vector<double> nodes(static_cast<std::size_t>(credits.nodes_a * credits.nodes_b));
    std::vector<double> straight(of_a.size() * of_b.size()), reversed = straight;
    for (double& credit : nodes) credit = number() - 0.5;
    for (double& credit : straight) credit = number();
    for (double& credit : reversed) credit = number();
    credits.nodes = nodes;
    credits.edges_a = of_a;
    credits.edges_b = of_b;
    credits.straight = straight;
    credits.reversed = reversed;
    const CreditAlignment found = aligner.align(credits, budget);
    std::vector<int> chosen;
    const double best = in_triples(best_subset(aligner.problem(credits), 0, chosen));
    require(found.earned <= best && best <= found.upper);
    require(budget < enough || (found.proven && found.earned == best));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const unsigned ways = bytes.below(256);
    Bench& at = bench(ways % 4);
    const Top tops[] = {Top::none, Top::flag, Top::concept_, Top::roots};
    const Top top = tops[ways / 4 % 4];
    const bool compress = ways / 16 % 4 == 0 && ways % 4 % 3 == 0;  // no metric compresses and grades
    const std::int64_t budgets[] = {enough, 0, 1, 20};
    const std::int64_t budget = budgets[ways / 64];
    if (const unsigned kind = bytes.below(16); kind < 2) {
        check_credits(bytes, budget);
    } else if (kind < 14) {
        const fuzz::Shape shape = {kind == 2 ? 6U : 4U, 8, 3};
        const Graph a = fuzz::make_graph(bytes, shape, 'x'), b = fuzz::make_graph(bytes, shape, 'y');
        const Weight above = (static_cast<Weight>(bytes.below(7)) - 3) * (unit / 2) + static_cast<Weight>(bytes.below(3)) - 1;
        if (kind < 6) {
            const Allowed allowed = make_groups(bytes, a, b);
            check_small(at, a, b, top, compress, budget, &allowed, above);
        } else {
            check_small(at, a, b, top, compress, budget, nullptr, above);
        }
    } else {
        const fuzz::Shape shape = {12, 20, 4, kind % 4 + 1};
        const Graph a = fuzz::make_graph(bytes, shape, 'x'), b = fuzz::make_graph(bytes, shape, 'y');
        check_large(at, a, b, top, compress, std::min<std::int64_t>(budget, 100));
    }
    return 0;
}
