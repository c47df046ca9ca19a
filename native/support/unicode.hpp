/// Lower case and blanks for all of Unicode, the same in every locale.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tertium {

/// `text` (UTF-8) with every character in lower case, as Python's str.lower has it; one exception:
/// a Greek capital sigma at the end of a word becomes σ, not ς.
std::string to_lower(std::string text);

/// How many bytes the blank at text[at] takes (UTF-8); 0 if there is none. Blanks are those of
/// Python's str.split.
std::size_t blank_size(std::string_view text, std::size_t at);

}  // namespace tertium
