/// An alignment for graphs too large for the exact search.
#pragma once

#include <vector>

#include "align/sketch.hpp"

namespace tertium {

/// Align variables whose surroundings look alike, in order. Perfect for equal graphs, a guess for
/// others. For each variable of a its partner in b, or -1.
std::vector<int> align_coarsely(const Sketch& a, const Sketch& b);

}  // namespace tertium
