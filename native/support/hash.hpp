/// Hashes of strings and of numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tertium {

/// A 64-bit hash of a string. Indexes on disk hold such hashes, so it must not change.
std::uint64_t hash_string(std::string_view string);

/// A number whose bits all depend on all bits of `value` (the last steps of SplitMix64). Different
/// numbers give different ones.
inline std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31);
}

/// A hash for tables in memory, on which no result depends. Eight bytes at a time are multiplied
/// and folded; the last eight may overlap with those before them. Most strings have 4 to 16 bytes,
/// which are read as four pieces that may overlap, without a branch. Different strings of the same
/// length up to `hashed_apart` have different hashes, because each step can be undone.
constexpr std::size_t hashed_apart = 8;
inline std::uint64_t quick_hash(std::string_view string) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15ULL;
    const auto load = [](const char* from, auto number) {
        std::memcpy(&number, from, sizeof number);  // a fixed size is one load
        return number;
    };
    const char* data = string.data();
    const std::size_t size = string.size();
    std::uint64_t hash = size * odd;
    const auto add = [&](std::uint64_t chunk) {
        hash = (hash ^ chunk) * odd;
        hash ^= hash >> 32;
    };
    if (size >= 4 && size <= 16) {
        const auto two = [&](std::size_t first, std::size_t second) {
            return std::uint64_t{load(data + first, std::uint32_t{})} << 32 |
                   load(data + second, std::uint32_t{});
        };
        const std::uint64_t head = two(0, std::min<std::size_t>(4, size - 4));
        add(head);
        add(head ^ two(std::max<std::size_t>(8, size) - 8, size - 4));  // nothing up to 8 bytes
    } else if (size > 16) {
        for (std::size_t at = 0; at + 8 < size; at += 8) add(load(data + at, std::uint64_t{}));
        add(load(data + size - 8, std::uint64_t{}));
    } else if (size > 0) {
        const auto byte = [&](std::size_t at) {
            return std::uint64_t{static_cast<unsigned char>(data[at])};
        };
        add(byte(0) << 16 | byte(size / 2) << 8 | byte(size - 1));
    }
    return hash;
}

}  // namespace tertium
