/// Histograms: 64 numbers per graph that bound how many triples two graphs can share.
///
/// Every token of a graph (what a fact or a link says) belongs to one of 64 buckets: links to the
/// first 28, facts to the other 36. Two graphs share at most the lesser count of each bucket; where
/// different tokens meet in a bucket, that only raises the bound. Counts are bytes, so a pair takes
/// a few instructions. What a byte cannot count is the *excess* of a graph, and two graphs share at
/// most the lesser of theirs on top.
///
/// Where that is not enough, the *signatures* of two graphs are asked: every fact sets one of 512
/// bits. Two graphs share at most as many facts as they have common bits, and on top the lesser
/// number of facts whose bit was set already.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace tertium {

constexpr std::size_t histogram_size = 64;

constexpr std::size_t link_buckets = 28;

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

/// A bit for each fact of a graph, and how many facts found theirs set.
struct Signature {
    static constexpr std::size_t words = 8;
    std::array<std::uint64_t, words> bits{};
    std::uint32_t repeats = 0;

    void add(std::size_t bit, std::uint32_t times) {
        const std::uint64_t mask = std::uint64_t{1} << bit % 64;
        repeats += times - ((bits[bit / 64] & mask) == 0 ? 1 : 0);
        bits[bit / 64] |= mask;
    }
};

/// The bit of a fact, which depends on its text alone.
std::size_t bit_of(std::string_view fact);

/// How many bits two signatures have in common.
std::uint32_t common_bits(const std::uint64_t* one, const std::uint64_t* other);

/// For each of `rows` histograms, one after the other, the sum of the lesser counts.
void overlaps(const std::uint8_t* one, const std::uint8_t* rows, std::size_t count,
              std::uint16_t* sums);

/// The same without instructions that not every processor has.
void overlaps_portably(const std::uint8_t* one, const std::uint8_t* rows, std::size_t count,
                       std::uint16_t* sums);

}  // namespace tertium
