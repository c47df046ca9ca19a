// UTF-8 validation: eight ASCII bytes a step, the rest by the book (RFC 3629).
#include <cstring>

#include "penman.hpp"

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

}  // namespace

std::size_t find_invalid(std::string_view text) {
    constexpr std::uint64_t ones = 0x0101010101010101ULL;
    constexpr std::uint64_t highs = 0x8080808080808080ULL;
    std::size_t at = 0;
    while (at < text.size()) {
        if (at + 8 <= text.size()) {
            std::uint64_t chunk;
            std::memcpy(&chunk, text.data() + at, 8);
            const bool has_zero = ((chunk - ones) & ~chunk & highs) != 0;
            if ((chunk & highs) == 0 && !has_zero) {
                at += 8;
                continue;
            }
        }
        const std::size_t size = character_size(text, at);
        if (size == 0) return at;
        at += size;
    }
    return at;
}

}  // namespace tertium
