/// UTF-8: where it is broken, and how many characters it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tertium {

/// The first byte that is not part of valid UTF-8 or is NUL; text.size() if there is none.
std::size_t find_invalid(std::string_view text);

/// How many characters there are, for columns in error messages.
std::uint64_t count_characters(std::string_view text);

}  // namespace tertium
