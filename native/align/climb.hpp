/// Hill climbing, the customary SMATCH search (Cai & Knight 2013): a start that pairs equal
/// concepts, then random ones, and from each the best move or swap until none helps. It is here for
/// comparison, seeded so that it can be repeated; it proves nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "align/problem.hpp"
#include "support/interruption.hpp"

namespace tertium {

/// The best of 1 + `restarts` climbs; the chosen cells. An interruption is checked at every row.
std::vector<int> hill_climb(const Problem& problem, int restarts, std::uint64_t seed,
                            Interruption* interruption = nullptr);

}  // namespace tertium
