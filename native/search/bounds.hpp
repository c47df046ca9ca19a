/// Bounds on the triples that two graphs can share, each sound, each cheaper than the next.
///
/// 1. *histogram*: the lesser counts of 64 buckets (histogram.hpp).
/// 2. *tokens*: what both graphs say, variables forgotten: the lesser count of each token.
/// 3. *rows*: aligning variable i with j earns at most
///
///        W(i, j) = common facts of i and j + ½ common links, by role and direction,
///
///    because a matched link is a common link of both of its ends. Every variable has one partner
///    at most, so the best W of each row add up to a bound, and so do those of each column.
/// 4. *assignment*: the best assignment under W.
///
/// The exact alignment is the last step (align/aligner.hpp). Bounds count whole triples, so halves
/// are rounded down.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/matching.hpp"
#include "align/sketch.hpp"
#include "search/sketches.hpp"

namespace tertium {

/// One graph that is compared with many graphs of a segment. Keeps its memory from graph to graph;
/// one for each thread and segment.
class Profile {
  public:
    explicit Profile(const Sketches& others) : others_(&others), run_of_(others.tokens.size()) {}

    /// Take a graph; its tokens have the numbers of the segment.
    void reset(const Sketch& sketch);
    const Sketch& sketch() const { return sketch_; }

    std::uint32_t token_bound(std::size_t other) const;
    /// Fill W for a graph of the segment; false if it is too large.
    bool weigh(std::size_t other);
    /// After `weigh`.
    std::uint32_t row_bound();
    std::uint32_t assignment_bound();

  private:
    struct End {
        std::int32_t variable;
        std::uint32_t count;
    };
    struct Run {  // of a token: who says it, and how often
        std::uint32_t count = 0;
        std::uint32_t begin[2] = {0, 0}, end[2] = {0, 0};  // of facts or sources, and of targets
    };

    void add_facts();
    void add_links();
    void add_end(std::uint32_t token, int side, std::int32_t variable, std::uint32_t count);
    const Run* run_of(std::uint32_t token) const {
        if (token >= run_of_.size()) throw DamagedSegment("a graph has an unknown token");
        return run_of_[token] == 0 ? nullptr : &runs_[run_of_[token]];
    }
    void add_weight(const Run& run, int side, std::size_t column, std::uint32_t count,
                    std::uint32_t worth);
    void weigh_links(std::span<const StoredLink> links);

    const Sketches* others_;
    Sketch sketch_;
    std::vector<std::uint32_t> run_of_;  // by token of the segment; 0 is none
    std::vector<Run> runs_;
    std::vector<std::uint32_t> used_;  // tokens that have a run
    std::vector<End> ends_;
    // of the other graph's links: token and target, and how often
    std::vector<std::pair<std::uint64_t, std::uint32_t>> targets_;
    std::size_t rows_ = 0, columns_ = 0;
    // W, rows × columns, in half triples; unsigned, because a damaged segment may overflow it
    std::vector<std::uint32_t> weights_;
    std::vector<std::uint32_t> best_;  // of each column
    SmallMatching matching_;
};

}  // namespace tertium
