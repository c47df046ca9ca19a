/// Fixed-point numbers for what triples are worth, so that sums and bounds are exact: no epsilon
/// anywhere.
#pragma once

#include <cstdint>

namespace tertium {

using Weight = std::int64_t;
constexpr Weight unit = Weight{1} << 32;  ///< one matched triple

inline double in_triples(Weight weight) {
    return static_cast<double>(weight) / static_cast<double>(unit);
}

}  // namespace tertium
