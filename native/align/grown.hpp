/// A first alignment that grows along edges.
///
/// Where most variables look alike (one concept everywhere, grids, reified edges), the cells of the
/// first assignment are good one by one and do not fit together. Growing takes the most promising
/// cell, then again and again the cell with the greatest
///
///     2 * what it would earn with the cells taken so far + its value in the relaxation,
///
/// so that neighbours of aligned variables are aligned with neighbours of their partners.
#pragma once

#include "align/alignment.hpp"
#include "align/relaxation.hpp"
#include "support/interruption.hpp"

namespace tertium {

/// Replace an alignment by a grown one.
void grow(const Problem& problem, const Relaxation& relaxation, Alignment& alignment,
          Interruption* interruption);

}  // namespace tertium
