/// UTF-8: where it is broken, and how many characters it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tertium {

/// The first byte that is not part of valid UTF-8 or is NUL; text.size() if there is none.
std::size_t find_invalid(std::string_view text);

inline bool is_ascii(std::string_view text) {
    char bits = 0;
    for (char c : text) bits |= c;
    return (bits & 0x80) == 0;
}

/// How many characters there are, for columns in error messages.
std::uint64_t count_characters(std::string_view text);

}  // namespace tertium
