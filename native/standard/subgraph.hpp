/// Sub-graphs that hold one aspect of meaning.
///
///     (e / eat-01 :ARG0 (b / boy :name (n / name :op1 "Bob")) :time (n2 / now))
///
/// The named entities of this graph are `b :name n`, `n :op1 "Bob"` and the concepts of b and n. A
/// `Selection` says by which roles and concepts such a part is found, and how much around it
/// belongs to it. Words are matched against patterns in which `*` stands for any characters and `#`
/// for a digit. A sub-graph has the variables of its graph, so that an alignment of the whole fits
/// it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.hpp"

namespace tertium {

struct Selection {
    std::vector<std::string> roles;      ///< edges and attributes with these roles
    std::vector<std::string> concepts;   ///< what variables with these concepts say
    std::vector<std::string> instances;  ///< concepts themselves
    bool everything = false;
    bool parents = false;       ///< the edges that point at the variables found by concept
    bool reentrancies = false;  ///< edges that point at a variable with more than one of them
    bool top = false;           ///< the top's concept
    int depth = 0;              ///< how many edges are followed down from what was found
    bool unlabeled = false;     ///< then: all roles of edges and attributes become one
    bool senseless = false;     ///< then: `want-01` becomes `want`
    bool bag = false;           ///< then: variables become their concepts
};

/// The triples that a selection finds, with the concepts of all their variables.
Graph select(const Graph& graph, const Selection& selection);

/// Whether `word` fits a pattern.
bool fits(std::string_view word, std::string_view pattern);

}  // namespace tertium
