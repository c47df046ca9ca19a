#include "support/unicode.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace tertium {

namespace {

struct Run {
    std::uint32_t first, last, stride;
    std::int32_t delta;
};

constexpr Run runs[] = {
#include "support/lowercase_table.inc"
};

std::uint32_t lower(std::uint32_t code) {
    const Run* run = std::lower_bound(std::begin(runs), std::end(runs), code,
                                      [](const Run& r, std::uint32_t c) { return r.last < c; });
    if (run == std::end(runs) || code < run->first || (code - run->first) % run->stride != 0)
        return code;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(code) + run->delta);
}

void append(std::string& out, std::uint32_t code) {
    const auto byte = [&](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0 | code >> 6);
        byte(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        byte(0xE0 | code >> 12);
        byte(0x80 | (code >> 6 & 0x3F));
        byte(0x80 | (code & 0x3F));
    } else {
        byte(0xF0 | code >> 18);
        byte(0x80 | (code >> 12 & 0x3F));
        byte(0x80 | (code >> 6 & 0x3F));
        byte(0x80 | (code & 0x3F));
    }
}

// The character at text[at]; moves `at` to the next one. The text is valid UTF-8.
std::uint32_t decode(std::string_view text, std::size_t& at) {
    const auto first = static_cast<unsigned char>(text[at++]);
    if (first < 0x80) return first;
    const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    std::uint32_t code = first & (0x3FU >> more);
    for (int k = 0; k < more && at < text.size(); ++k)
        code = code << 6 | (static_cast<unsigned char>(text[at++]) & 0x3FU);
    return code;
}

}  // namespace

std::size_t blank_size(std::string_view text, std::size_t at) {
    if (at >= text.size() || (text[at] & 0xC0) == 0x80) return 0;  // the end, inside a character
    const std::size_t begin = at;
    const std::uint32_t code = decode(text, at);
    const bool blank = code == ' ' || (code >= 0x09 && code <= 0x0D) ||
                       (code >= 0x1C && code <= 0x1F) || code == 0x85 || code == 0xA0 ||
                       code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
                       code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
    return blank ? at - begin : 0;
}

std::string to_lower(std::string text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::uint32_t code = decode(text, at);
        if (code >= 'A' && code <= 'Z') {
            out.push_back(static_cast<char>(code - 'A' + 'a'));
        } else if (code ==
                   0x130) {  // İ, the only character whose lower case is two: i and a dot above
            out += "i\xCC\x87";
        } else {
            append(out, code < 0x80 ? code : lower(code));
        }
    }
    return out;
}

}  // namespace tertium
