/// The nearest graphs of a collection, exactly.
///
/// Candidates wait in a queue by what their value can be at most. The first one is taken and its
/// bound made tighter by the next stage of the cascade, until a candidate whose value is known
/// comes first: nothing that waits can be better, so it is the next nearest. No algorithm that
/// knows these bounds aligns fewer pairs (Seidl & Kriegel 1998).
///
/// Of candidates with the same bound, those that are further along come first, then the lesser key,
/// so the answer depends neither on segments nor on the order in which graphs were added.
///
/// A value that is not proven is the highest that the pair can have, so that nothing is hidden.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "search/cascade.hpp"

namespace tertium {

/// A segment to look in, and which of its graphs were removed.
struct Volume {
    const Sketches* sketches;
    std::span<const std::uint8_t> removed;  ///< a byte for each graph, or nothing

    bool has(std::size_t graph) const { return removed.empty() || removed[graph] == 0; }
};

struct Neighbour {
    std::uint32_t segment = 0, graph = 0;
    double value = 0;
    bool proven = true;
};

/// Finds neighbours; keeps its memory from query to query. One for each thread.
class NeighbourSearch {
  public:
    /// `queries` and `collection` must outlive this. `numbers[s]` are the numbers that segment s
    /// has for the tokens of the queries.
    NeighbourSearch(const Sketches& queries, std::span<const Volume> collection,
                    std::span<const std::vector<std::uint32_t>> numbers,
                    const AlignerOptions& options);

    /// The k nearest with a value of at least `least`, the nearest first. `self`, if it is not
    /// negative, is the segment in which the query itself is graph `index`, to be left out.
    std::vector<Neighbour> nearest(std::size_t index, std::size_t k, double least, int self);
    /// All with a value of at least `least`, in no order; of segment `self` only those after
    /// `index`.
    std::vector<Neighbour> within(std::size_t index, double least, int self);

    StageCounts counts() const;

  private:
    struct Candidate {
        double bound;
        std::int32_t stage;
        std::uint32_t segment, graph, shared;
        std::uint64_t key;
        bool proven;
        bool operator<(const Candidate& other) const;  // whether the other one comes first
    };
    static constexpr int done = Cascade::stages + 1;  // a stage: the value is known

    void start(std::size_t index);
    void scan_all(int self, std::size_t index);
    /// Let in candidates with a bound of at least this level, by what they say.
    void admit(std::uint32_t level, double least);
    std::uint32_t next_level(std::size_t wanted) const;
    void advance(Candidate candidate, double least);
    void sow(double least);
    Candidate take_first();
    void put(const Candidate& candidate);
    double least_needed(double least) const;
    void scan_within(std::uint32_t segment, std::size_t first, std::size_t last, double least,
                     std::vector<Neighbour>& found);
    void settle_within(std::uint32_t segment, std::size_t graph, std::uint32_t bound,
                       std::uint32_t needed, std::vector<Neighbour>& found);

    const Sketches* queries_;
    std::span<const Volume> collection_;
    std::span<const std::vector<std::uint32_t>> numbers_;
    Aligner aligner_;
    std::vector<Cascade> cascades_;                   // by segment
    std::vector<std::vector<std::uint16_t>> bounds_;  // by segment, of histograms
    std::vector<std::vector<std::uint16_t>> levels_;  // by segment, in steps of 1 / finest
    std::vector<std::uint32_t> population_;           // of each level
    std::uint32_t admitted_ = 0;                      // candidates of this level and above are in
    std::vector<Candidate> queue_;
    std::vector<double> best_;  // the k best values so far, a heap
    std::size_t k_ = 0;
};

}  // namespace tertium
