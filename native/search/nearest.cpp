#include "search/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tertium {

namespace {

constexpr std::uint32_t finest = 4096;  // levels of bounds, from 0 to 1
constexpr std::size_t block = 512;      // histograms that are scanned at once

std::uint32_t level_of(double bound) {
    return static_cast<std::uint32_t>(std::ceil(std::min(bound, 1.0) * finest));
}

}  // namespace

bool NeighbourSearch::Candidate::operator<(const Candidate& other) const {
    if (bound != other.bound) return bound < other.bound;
    return std::tuple(stage, other.key, other.segment, other.graph) <
           std::tuple(other.stage, key, segment, graph);
}

NeighbourSearch::NeighbourSearch(const Sketches& queries, std::span<const Volume> collection,
                                 std::span<const std::vector<std::uint32_t>> numbers,
                                 const AlignerOptions& options)
    : queries_(&queries),
      collection_(collection),
      numbers_(numbers),
      aligner_(options),
      bounds_(collection.size()),
      levels_(collection.size()) {
    for (const Volume& volume : collection) cascades_.emplace_back(*volume.sketches, aligner_);
}

StageCounts NeighbourSearch::counts() const {
    StageCounts sum;
    for (const Cascade& cascade : cascades_) sum.add(cascade.counts);
    return sum;
}

void NeighbourSearch::start(std::size_t index) {
    for (std::size_t s = 0; s < collection_.size(); ++s)
        cascades_[s].reset(*queries_, numbers_[s], index);
}

// The level of every graph by its histogram; 0 for those that are out of the question.
void NeighbourSearch::scan_all(int self, std::size_t index) {
    population_.assign(finest + 1, 0);
    for (std::size_t s = 0; s < collection_.size(); ++s) {
        Cascade& cascade = cascades_[s];
        const Volume& volume = collection_[s];
        const std::size_t graphs = volume.sketches->size();
        cascade.counts.scanned += graphs;
        bounds_[s].resize(graphs);
        levels_[s].resize(graphs);
        cascade.scan(0, bounds_[s]);
        for (std::size_t g = 0; g < graphs; ++g) {
            const std::uint32_t bound = bounds_[s][g] + cascade.excess_with(g);
            const double value = f1_of(bound, cascade.size(), volume.sketches->sizes[g]);
            const bool out = !volume.has(g) || (static_cast<int>(s) == self && g == index);
            const std::uint32_t level = out ? 0 : level_of(value) + 1;
            levels_[s][g] = static_cast<std::uint16_t>(level);
        }
        for (const std::uint16_t level : levels_[s])
            if (level > 0) ++population_[level - 1U];
    }
    admitted_ = finest + 1;
    queue_.clear();
}

// The level at which at least this many more candidates are in.
std::uint32_t NeighbourSearch::next_level(std::size_t wanted) const {
    std::size_t found = 0;
    std::uint32_t level = admitted_;
    while (level > 0 && found < wanted) found += population_[--level];
    return level;
}

void NeighbourSearch::admit(std::uint32_t level, double least) {
    for (std::uint32_t s = 0; s < collection_.size(); ++s) {
        const Sketches& sketches = *collection_[s].sketches;
        for (std::uint32_t g = 0; g < levels_[s].size(); ++g) {
            if (levels_[s][g] <= level || levels_[s][g] > admitted_) continue;
            const std::uint32_t shared =
                cascades_[s].signature_bound(g, bounds_[s][g] + cascades_[s].excess_with(g));
            const double bound = f1_of(shared, cascades_[s].size(), sketches.sizes[g]);
            advance({bound, 0, s, g, shared, sketches.keys[g], true}, least);
        }
    }
    admitted_ = level;
}

// What a value must exceed to be among the k nearest, as far as is known.
double NeighbourSearch::least_needed(double least) const {
    return best_.size() < k_ ? least : std::max(least, best_.front());
}

void NeighbourSearch::advance(Candidate candidate, double least) {
    Cascade& cascade = cascades_[candidate.segment];
    const std::uint32_t size = collection_[candidate.segment].sketches->sizes[candidate.graph];
    const bool full = best_.size() >= k_;
    const auto hopeless = [&] {
        return candidate.bound < least || (full && candidate.bound <= best_.front());
    };
    if (hopeless()) return;
    if (++candidate.stage < done) {
        candidate.shared = cascade.tighten(candidate.stage, candidate.graph, candidate.shared);
        candidate.bound = f1_of(candidate.shared, cascade.size(), size);
        if (hopeless()) return;
    } else {
        const std::uint32_t needed = shared_for(least_needed(least), cascade.size(), size);
        const Verdict verdict = cascade.align(candidate.graph, needed);
        if (verdict.short_of_needed) return;
        candidate.bound = f1_of(verdict.shared, cascade.size(), size);
        candidate.proven = verdict.proven;
        if (hopeless()) return;
        if (full) {
            std::pop_heap(best_.begin(), best_.end(), std::greater<>());
            best_.pop_back();
        }
        best_.push_back(candidate.bound);
        std::push_heap(best_.begin(), best_.end(), std::greater<>());
    }
    put(candidate);
}

// Align the most promising candidates at once: k known values leave most others out unseen.
void NeighbourSearch::sow(double least) {
    std::vector<Candidate> known;
    while (best_.size() < k_ && !queue_.empty()) {
        const Candidate first = take_first();
        if (first.stage == done)
            known.push_back(first);
        else
            advance(first, least);
    }
    for (const Candidate& candidate : known) put(candidate);
}

NeighbourSearch::Candidate NeighbourSearch::take_first() {
    std::pop_heap(queue_.begin(), queue_.end());
    const Candidate first = queue_.back();
    queue_.pop_back();
    return first;
}

void NeighbourSearch::put(const Candidate& candidate) {
    queue_.push_back(candidate);
    std::push_heap(queue_.begin(), queue_.end());
}

std::vector<Neighbour> NeighbourSearch::nearest(std::size_t index, std::size_t k, double least,
                                                int self) {
    start(index);
    scan_all(self, index);
    k_ = k;
    best_.clear();
    std::vector<Neighbour> found;
    std::size_t wanted = std::max<std::size_t>(256, 4 * k);
    admit(next_level(wanted), least);
    sow(least);
    while (found.size() < k) {
        // Candidates that are not in have a bound of at most (admitted - 1) / finest.
        const double outside = (admitted_ - 1.0) / finest;
        if (admitted_ > 0 && outside >= least_needed(least) &&
            (queue_.empty() || queue_.front().bound <= outside)) {
            admit(next_level(wanted), least);
            wanted *= 2;
            continue;
        }
        if (queue_.empty()) break;
        const Candidate first = take_first();
        if (first.stage == done)
            found.push_back({first.segment, first.graph, first.bound, first.proven});
        else
            advance(first, least);
    }
    return found;
}

std::vector<Neighbour> NeighbourSearch::within(std::size_t index, double least, int self) {
    start(index);
    std::vector<Neighbour> found;
    for (std::uint32_t s = 0; s < collection_.size(); ++s) {
        const Sketches& sketches = *collection_[s].sketches;
        // F1 is at most 2 · lesser / (lesser + greater), so sizes that differ too much are out.
        const double size = cascades_[s].size();
        const auto far = [&](double low, double high) { return f1_of(low, low, high) < least; };
        const auto begin = sketches.sizes.begin(), end = sketches.sizes.end();
        const auto first = std::partition_point(
            begin, end, [&](std::uint32_t other) { return other < size && far(other, size); });
        const auto last = std::partition_point(
            first, end, [&](std::uint32_t other) { return other <= size || !far(size, other); });
        const std::size_t after = static_cast<int>(s) == self ? index + 1 : 0;
        scan_within(s, std::max<std::size_t>(static_cast<std::size_t>(first - begin), after),
                    static_cast<std::size_t>(last - begin), least, found);
    }
    return found;
}

void NeighbourSearch::scan_within(std::uint32_t segment, std::size_t first, std::size_t last,
                                  double least, std::vector<Neighbour>& found) {
    const Volume& volume = collection_[segment];
    Cascade& cascade = cascades_[segment];
    std::uint16_t bounds[block];
    std::uint32_t size = 0, needed = shared_for(least, cascade.size(), 0);
    for (; first < last; first += block) {
        const std::size_t count = std::min(block, last - first);
        cascade.scan(first, std::span(bounds, count));
        cascade.counts.scanned += count;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t graph = first + i;
            if (volume.sketches->sizes[graph] != size) {
                size = volume.sketches->sizes[graph];
                needed = shared_for(least, cascade.size(), size);
            }
            const std::uint32_t bound = bounds[i] + cascade.excess_with(graph);
            if (bound >= needed && volume.has(graph))
                settle_within(segment, graph, bound, needed, found);
        }
    }
}

void NeighbourSearch::settle_within(std::uint32_t segment, std::size_t graph, std::uint32_t bound,
                                    std::uint32_t needed, std::vector<Neighbour>& found) {
    Cascade& cascade = cascades_[segment];
    bound = cascade.signature_bound(graph, bound);
    if (bound < needed) return;
    for (int stage = 1; stage <= Cascade::stages; ++stage) {
        bound = cascade.tighten(stage, graph, bound);
        if (bound < needed) return;
    }
    const Verdict verdict = cascade.align(graph, needed);
    if (verdict.short_of_needed) return;
    const std::uint32_t size = collection_[segment].sketches->sizes[graph];
    found.push_back({segment, static_cast<std::uint32_t>(graph),
                     f1_of(verdict.shared, cascade.size(), size), verdict.proven});
}

}  // namespace tertium
