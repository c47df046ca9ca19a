/// From two graphs to the numbers of a pair, and from many pairs to many numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "align/canonical.hpp"
#include "align/exact.hpp"
#include "align/problem.hpp"
#include "graph/graph.hpp"
#include "standard/standard.hpp"

namespace tertium {

enum class Solver : std::uint8_t { exact, climb };

struct AlignerOptions {
    Convention convention;
    Solver solver = Solver::exact;
    std::int64_t budget = 0;  ///< of the exact search, in steps
    int restarts = 0;         ///< of the climber
    std::uint64_t seed = 0;   ///< of the climber
    Grading grading;
    bool canonical = false;  ///< choose one of several best alignments (canonical.hpp)
    std::shared_ptr<const SimilarityTable> alike;  ///< of concepts, for that choice; may be null
    bool standardised = false;  ///< the graphs are in the convention's standard form already
    Interruption* interruption = nullptr;  ///< checked by loops that take long
};

/// What is asked of one comparison. With a cutoff, only that it cannot be reached is proven if so:
/// `upper` is below it then, and `matched` what was found on the way.
struct Request {
    double matched = 0;                ///< the least number of triples that is of interest
    double f1 = 0;                     ///< or the least F1
    const Allowed* allowed = nullptr;  ///< which variables may be aligned; null: all
    bool bounded = false;  ///< quick bounds are known, and do not exclude that it can be reached
    bool counts_only = false;  ///< the sketches will not be asked for
    bool same_b = false;       ///< b is that of the last comparison, so its sketch is known
};

/// What one pair contributes to a corpus; weights are in triples.
struct PairCounts {
    double matched = 0;
    double total_a = 0;
    double total_b = 0;
    double upper = 0;
    bool proven = true;
    bool canonical = false;  ///< the alignment is the canonical one, and that is proven
    int variables_a = 0;     ///< those in triples, of parts only
    int variables_b = 0;
};

/// How many variables the triples of a graph are about.
int count_variables(const Graph& graph);

/// Aligns pairs; keeps its memory from pair to pair. One for each thread.
class Aligner {
  public:
    explicit Aligner(const AlignerOptions& options)
        : options_(options),
          builder_(options.grading, options.interruption),
          part_builder_(options.grading, options.interruption),
          search_(options.interruption),
          choice_(options.interruption) {}

    /// Compare two graphs; a null pointer is a graph without triples.
    PairCounts compare(const PackedGraph* a, const PackedGraph* b, const Request& request = {});
    /// The same for two graphs that were sketched before; equal strings have equal numbers in both.
    PairCounts compare(const Sketch& a, const Sketch& b, const Request& request = {});
    /// Compare two graphs, and count only what their parts (standardised, with the same variables)
    /// share under the alignment of the whole graphs.
    PairCounts compare_parts(const PackedGraph* a, const PackedGraph* b, const PackedGraph* part_a,
                             const PackedGraph* part_b, bool compress);
    /// Count the variables in the triples that were compared last.
    void count_variables(PairCounts& counts) const;
    /// The last comparison's alignment: for each variable of a its partner in b, or -1.
    const std::vector<int>& mapping() const { return mapping_; }
    /// The sketches of the last comparison, of its parts if those were compared; unless only the
    /// counts were asked for.
    const ProblemBuilder& builder() const { return parts_compared_ ? part_builder_ : builder_; }

    /// The problem of two graphs, as `compare` would solve it. Rows belong to b if `swapped`.
    /// Throws std::length_error if it is too large.
    Problem problem(const PackedGraph& a, const PackedGraph& b, bool& swapped,
                    const Allowed* allowed = nullptr);

  private:
    void sketch(const PackedGraph& a, const PackedGraph& b, const Request& request);
    PairCounts compare_sketched(const Request& request);
    Weight cutoff(const Request& request) const;
    void align(Weight cutoff, const Allowed* allowed);
    void solve(Weight cutoff);
    void choose(Weight optimum);
    void read_mapping(std::span<const int> cells);

    AlignerOptions options_;
    Graph standard_a_, standard_b_;
    ProblemBuilder builder_, part_builder_;
    bool parts_compared_ = false;
    Problem problem_;
    ExactSearch search_;
    CanonicalChoice choice_;
    std::vector<int> mapping_;
    PairCounts counts_;
};

}  // namespace tertium
