/// Rows of a drawing: in which order slots stand in them, and in which column each.
///
///          want-01              a slot is a node, the label of an edge, or the place where an
///        :ARG0   :ARG1          edge passes a row; a chain is the slots of an edge from its
///          |     go-02          upper node to its lower one, one in each row
///           \   :ARG0
///             boy
///
/// `tertium.report.layers` makes the rows and chains and explains the method (Sugiyama, Tagawa &
/// Toda 1981). Here are its two inner loops.
#pragma once

#include <cstdint>
#include <vector>

namespace tertium {

using Slot = std::int32_t;
using Slots = std::vector<Slot>;

/// Slots in rows, and edges as chains of slots.
struct Rows {
    std::vector<Slots> rows, chains;
};

/// How slots keep apart and how stiff edges are.
struct Spacing {
    int gap = 10;        ///< pixels between slots of a row
    int rounds = 16;     ///< how often all slots are drawn to their neighbours
    double stiff = 3.0;  ///< how much stronger passing edges keep straight than nodes stay central
};

/// Sort the rows down and up in turn, each slot by the mean place of its neighbours; return the
/// order that had the fewest crossings, after at most so many sweeps.
std::vector<Slots> ordered_rows(const Rows& drawing, int sweeps);

/// The middle of each slot, as near to the mean of its neighbours as widths and order allow.
std::vector<double> columns(const Rows& drawing, const std::vector<int>& widths,
                            const Spacing& spacing);

/// The slots above and below each slot.
struct Neighbours {
    explicit Neighbours(const Rows& drawing);
    std::vector<Slots> above, below;
};

}  // namespace tertium
