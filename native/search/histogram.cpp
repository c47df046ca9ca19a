#include "search/histogram.hpp"

#include <algorithm>
#include <bit>

#include "support/hash.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>
#define TERTIUM_AVX2 1
#endif

namespace tertium {

std::size_t bucket_of(std::string_view token, bool is_link) {
    // The upper half of the hash is the better mixed one.
    const std::size_t hash = hash_string(token) >> 32;
    return is_link ? hash % link_buckets : link_buckets + hash % (histogram_size - link_buckets);
}

std::size_t bit_of(std::string_view fact) {
    return hash_string(fact) * 0xD6E8FEB86659FD93ULL >> 55;  // other bits than those of the bucket
}

namespace {

[[maybe_unused]] std::uint32_t common_bits_portably(const std::uint64_t* one,
                                                    const std::uint64_t* other) {
    int count = 0;
    for (std::size_t i = 0; i < Signature::words; ++i) count += std::popcount(one[i] & other[i]);
    return static_cast<std::uint32_t>(count);
}

}  // namespace

void overlaps_portably(const std::uint8_t* one, const std::uint8_t* rows, std::size_t count,
                       std::uint16_t* sums) {
    for (std::size_t r = 0; r < count; ++r, rows += histogram_size) {
        unsigned sum = 0;
        for (std::size_t i = 0; i < histogram_size; ++i) sum += std::min(one[i], rows[i]);
        sums[r] = static_cast<std::uint16_t>(sum);
    }
}

#ifdef TERTIUM_AVX2

namespace {

__attribute__((target("avx2"))) void overlaps_avx2(const std::uint8_t* one,
                                                   const std::uint8_t* rows, std::size_t count,
                                                   std::uint16_t* sums) {
    const auto load = [](const std::uint8_t* p) __attribute__((target("avx2"))) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    };
    const __m256i low = load(one), high = load(one + 32), zero = _mm256_setzero_si256();
    for (std::size_t r = 0; r < count; ++r, rows += histogram_size) {
        const __m256i a = _mm256_sad_epu8(_mm256_min_epu8(low, load(rows)), zero);
        const __m256i b = _mm256_sad_epu8(_mm256_min_epu8(high, load(rows + 32)), zero);
        const __m256i sum = _mm256_add_epi64(a, b);
        const __m128i half =
            _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
        sums[r] =
            static_cast<std::uint16_t>(_mm_extract_epi16(half, 0) + _mm_extract_epi16(half, 4));
    }
}

__attribute__((target("popcnt"))) std::uint32_t common_bits_counted(const std::uint64_t* one,
                                                                    const std::uint64_t* other) {
    long long count = 0;
    for (std::size_t i = 0; i < Signature::words; ++i)
        count += __builtin_popcountll(one[i] & other[i]);
    return static_cast<std::uint32_t>(count);
}

}  // namespace

void overlaps(const std::uint8_t* one, const std::uint8_t* rows, std::size_t count,
              std::uint16_t* sums) {
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    (has_avx2 ? overlaps_avx2 : overlaps_portably)(one, rows, count, sums);
}

std::uint32_t common_bits(const std::uint64_t* one, const std::uint64_t* other) {
    static const bool has_popcnt = __builtin_cpu_supports("popcnt") != 0;
    return (has_popcnt ? common_bits_counted : common_bits_portably)(one, other);
}

#else

std::uint32_t common_bits(const std::uint64_t* one, const std::uint64_t* other) {
    return common_bits_portably(one, other);
}

void overlaps(const std::uint8_t* one, const std::uint8_t* rows, std::size_t count,
              std::uint16_t* sums) {
    overlaps_portably(one, rows, count, sums);
}

#endif

}  // namespace tertium
