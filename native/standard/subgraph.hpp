/// Sub-graphs that hold one aspect of meaning.
///
///     (e / eat-01 :ARG0 (b / boy :name (n / name :op1 "Bob")) :time (n2 / now))
///
/// The named entities of this graph are `b :name n`, `n :op1 "Bob"` and the concepts of b and n. A
/// `Selection` says by which roles and concepts such a part is found, and how much around it
/// belongs to it. Words are matched against patterns in which `*` stands for any characters and `#`
/// for a digit. A sub-graph has the variables of its graph, so that an alignment of the whole fits
/// it.
///
/// The *full* sub-graph below what was found is everything that can be reached from it along edges,
/// and everything that hangs on that alone: what has no way to the top, nor to what the sub-graph
/// is about, but through the sub-graph. So `:time (d / day :ARG0-of (s / shine-01 :degree (v /
/// very)))` has s and v, whichever way its edges are written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.hpp"

namespace tertium {

/// Of what the labels are collected.
enum class Labels : std::uint8_t { none, sources, targets };

struct Selection {
    std::vector<std::string> roles;      ///< edges and attributes with these roles
    std::vector<std::string> concepts;   ///< what variables with these concepts say
    std::vector<std::string> instances;  ///< concepts themselves
    std::vector<std::string> shallow;    ///< roles of `concepts` whose targets are labels only
    bool everything = false;
    bool parents = false;       ///< the edges that point at the variables found by concept
    bool reentrancies = false;  ///< edges that point at a variable with more than one of them
    bool top = false;           ///< the top's concept
    bool full = false;          ///< the full sub-graph below what was found
    int depth = 0;              ///< or how many edges are followed down
    /// As SMATCH++ 1.8.0 finds triples: the top is one, `:root`, with its concept, and a constant
    /// is as good as a concept.
    bool smatchpp = false;
    bool predicates = false;  ///< edges of variables that say nothing else, and nothing points at
    bool above = false;       ///< edges that point at the sources of what was found
    Labels labels = Labels::none;  ///< then: only a set of labels is left
    bool unlabeled = false;        ///< then: all roles of edges and attributes become one
    bool senseless = false;        ///< then: `want-01` becomes `want`
    bool bag = false;              ///< then: variables become their concepts
    bool distinct = false;         ///< then: equal triples become one
};

/// The triples that a selection finds, with the concepts of all their variables.
Graph select(const Graph& graph, const Selection& selection);

/// Whether `word` fits a pattern.
bool fits(std::string_view word, std::string_view pattern);

}  // namespace tertium
