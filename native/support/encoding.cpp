// ASCII is checked 32 bytes at a time, the rest character by character (RFC 3629).
#include "support/encoding.hpp"

#include <algorithm>
#include <cstring>

namespace tertium {

namespace {

// The length of the well-formed character at text[at], 0 if it is malformed.
std::size_t character_size(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t k) -> unsigned {
        return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0U;
    };
    const auto follows = [&](std::size_t k) { return (byte(k) & 0xC0U) == 0x80U; };
    const unsigned first = byte(0);
    if (first < 0x80) return first == 0 ? 0 : 1;
    if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool overlong = first == 0xE0 && byte(1) < 0xA0;
        const bool surrogate = first == 0xED && byte(1) > 0x9F;
        return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool overlong = first == 0xF0 && byte(1) < 0x90;
        const bool beyond = first == 0xF4 && byte(1) > 0x8F;
        return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
    }
    return 0;
}

constexpr std::size_t step = 32;

// Whether these are `step` ASCII characters, none of them NUL.
bool all_ascii(std::string_view bytes) {
    constexpr std::uint64_t highs = 0x8080808080808080ULL;
    if (bytes.size() < step) return false;
    std::uint64_t high = 0, not_zero = highs;
    for (std::size_t k = 0; k < step; k += 8) {
        std::uint64_t chunk;
        std::memcpy(&chunk, bytes.data() + k, 8);
        high |= chunk;
        not_zero &= chunk + ~highs;  // adding 127 sets the high bit unless the byte is NUL
    }
    return (high & highs) == 0 && not_zero == highs;
}

}  // namespace

std::size_t find_invalid(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (all_ascii(text.substr(at, step))) {
            at += step;
            continue;
        }
        const std::size_t stop = std::min(at + step, text.size());
        while (at < stop) {
            const std::size_t size = character_size(text, at);
            if (size == 0) return at;
            at += size;
        }
    }
    return text.size();
}

std::uint64_t count_characters(std::string_view text) {
    const auto begins_one = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    return static_cast<std::uint64_t>(std::count_if(text.begin(), text.end(), begins_one));
}

}  // namespace tertium
