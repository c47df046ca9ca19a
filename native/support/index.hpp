/// Numbers of nodes and edges as indices of vectors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tertium {

/// A number that is not negative, as an index.
constexpr std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }

}  // namespace tertium
