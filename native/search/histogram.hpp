/// Histograms: 64 numbers per graph that bound how many triples two graphs can share.
///
/// Every token of a graph (what a fact or a link says) belongs to one of 64 buckets: links to the
/// first 28, facts to the other 36. Two graphs share at most the lesser count of each bucket; where
/// different tokens meet in a bucket, that only raises the bound. Counts are bytes, so a pair takes
/// a few instructions. What a byte cannot count is the *excess* of a graph, and two graphs share at
/// most the lesser of theirs on top.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace tertium {

constexpr std::size_t histogram_size = 64;

struct Histogram {
    std::array<std::uint8_t, histogram_size> counts{};
    std::uint32_t excess = 0;

    /// Count a token of the given bucket.
    void add(std::size_t bucket, std::uint32_t times) {
        const std::uint32_t room = 255U - counts[bucket];
        const std::uint32_t fits = times < room ? times : room;
        counts[bucket] = static_cast<std::uint8_t>(counts[bucket] + fits);
        excess += times - fits;
    }
};

/// The bucket of a token, which depends on its text alone.
std::size_t bucket_of(std::string_view token, bool is_link);

/// For each of `rows` histograms, one after the other, the sum of the lesser counts.
void overlaps(const std::uint8_t* one, const std::uint8_t* rows, std::size_t count,
              std::uint16_t* sums);

/// The same without instructions that not every processor has.
void overlaps_portably(const std::uint8_t* one, const std::uint8_t* rows, std::size_t count,
                       std::uint16_t* sums);

}  // namespace tertium
