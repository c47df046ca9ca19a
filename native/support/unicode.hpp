/// Lower case for all of Unicode, the same in every locale.
#pragma once

#include <string>

namespace tertium {

/// `text` (UTF-8) with every character in lower case, as Python's str.lower has it; one exception:
/// a Greek capital sigma at the end of a word becomes σ, not ς.
std::string to_lower(std::string text);

}  // namespace tertium
