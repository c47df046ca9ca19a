/// A graph whose strings still point into the text that is read.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graph/graph.hpp"

namespace tertium {

constexpr std::string_view instance_role = "instance";

struct RawTriple {
    std::int32_t source = 0;
    std::int32_t target = -1;
    std::string_view role;
    std::string_view value;
    std::int32_t depth = 0;
    Kind kind = Kind::attribute;
    bool opens = false;
    bool missing = false;
};

struct RawMark {
    std::int32_t triple;
    bool on_role;
    std::string_view text;
};

/// Keeps its memory from graph to graph.
struct RawGraph {
    std::vector<RawTriple> triples;
    std::vector<RawMark> marks;
    VariableIndex names;

    void clear();
    /// Make a graph with strings of its own. A value that is the name of a variable makes an edge.
    void fill(Graph& graph) const;
};

}  // namespace tertium
