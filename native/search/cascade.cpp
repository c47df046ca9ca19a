#include "search/cascade.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tertium {

void StageCounts::add(const StageCounts& more) {
    scanned += more.scanned;
    tokens += more.tokens;
    rows += more.rows;
    assignments += more.assignments;
    exact += more.exact;
}

std::uint32_t shared_for(double least, std::uint32_t size_a, std::uint32_t size_b) {
    const double sizes = static_cast<double>(size_a) + size_b;
    // The floor of a rounded product may be one too small or too large: ask the formula itself.
    double shared = std::max(0.0, std::floor(least * sizes / 2) - 1);
    while (shared <= sizes && f1_of(shared, size_a, size_b) < least) shared += 1;
    return static_cast<std::uint32_t>(std::min(shared, 4294967295.0));
}

void Cascade::reset(const Sketches& queries, std::span<const std::uint32_t> numbers,
                    std::size_t index) {
    queries.read(index, numbers, sketch_);
    profile_.reset(sketch_);
    histogram_ = queries.histograms.data() + index * histogram_size;
    signature_ = queries.signatures.data() + index * Signature::words;
    repeats_ = queries.repeats[index];
    size_ = queries.sizes[index];
    excess_ = queries.excess[index];
    key_ = queries.keys[index];
    weighed_ = static_cast<std::size_t>(-1);
}

void Cascade::scan(std::size_t first, std::span<std::uint16_t> bounds) const {
    overlaps(histogram_, others_->histograms.data() + first * histogram_size, bounds.size(),
             bounds.data());
}

std::uint32_t Cascade::excess_with(std::size_t other) const {
    return excess_ == 0 ? 0 : std::min(excess_, others_->excess[other]);
}

std::uint32_t Cascade::signature_bound(std::size_t other, std::uint32_t bound) const {
    const std::uint8_t* its = others_->histograms.data() + other * histogram_size;
    std::uint32_t links = 0;
    for (std::size_t i = 0; i < link_buckets; ++i) links += std::min(histogram_[i], its[i]);
    const std::uint32_t facts =
        common_bits(signature_, others_->signatures.data() + other * Signature::words) +
        std::min(repeats_, others_->repeats[other]);
    return std::min(bound, links + facts + excess_with(other));
}

std::uint32_t Cascade::tighten(int stage, std::size_t other, std::uint32_t bound) {
    if (stage == 1) {
        ++counts.tokens;
        return std::min(bound, profile_.token_bound(other));
    }
    if (weighed_ != other) {
        has_weights_ = profile_.weigh(other);
        weighed_ = other;
    }
    if (!has_weights_) return bound;
    ++(stage == 2 ? counts.rows : counts.assignments);
    return std::min(bound, stage == 2 ? profile_.row_bound() : profile_.assignment_bound());
}

Verdict Cascade::align(std::size_t other, std::uint32_t needed) {
    ++counts.exact;
    others_->read(other, {}, other_);
    const bool first =
        std::pair(size_, key_) <= std::pair(others_->sizes[other], others_->keys[other]);
    const Request request{.matched = static_cast<double>(needed), .bounded = true};
    const PairCounts found = first ? aligner_->compare(sketch_, other_, request)
                                   : aligner_->compare(other_, sketch_, request);
    return {found.upper, found.proven, found.upper < needed};
}

}  // namespace tertium
