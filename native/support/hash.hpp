/// Hashes for tables; no result depends on them.
#pragma once

#include <cstdint>
#include <string_view>

namespace tertium {

/// A 64-bit hash of a string.
std::uint64_t hash_string(std::string_view string);

}  // namespace tertium
