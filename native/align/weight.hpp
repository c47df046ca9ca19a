/// Fixed-point numbers for what triples are worth, so that sums and bounds are exact: no epsilon
/// anywhere.
#pragma once

#include <cmath>
#include <cstdint>

namespace tertium {

using Weight = std::int64_t;
constexpr Weight unit = Weight{1} << 32;  ///< one matched triple

inline double in_triples(Weight weight) {
    return static_cast<double>(weight) / static_cast<double>(unit);
}

/// The product of a weight and a factor, rounded.
inline Weight times(Weight weight, Weight factor) {
    if (factor == unit) return weight;
    if (weight == unit) return factor;
    return std::llround(in_triples(weight) * static_cast<double>(factor));
}

}  // namespace tertium
