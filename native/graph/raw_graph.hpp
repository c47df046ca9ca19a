/// A graph that is being read: its slices point into the text from its first character on.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graph/packed.hpp"

namespace tertium {

/// A node whose parenthesis is not closed yet.
struct OpenNode {
    std::int32_t variable;
    std::size_t instance;  ///< its opening triple
    const char* place;     ///< its parenthesis
};

/// Keeps its memory from graph to graph.
struct RawGraph {
    Graph graph;  ///< without text, and without variables until it is packed
    VariableIndex names;
    std::vector<OpenNode> open;  ///< in PENMAN, from the top to where the reader is
    const char* begin = nullptr;

    /// Begin a graph whose text begins at `begin`.
    void start(const char* place, bool laid_out);
    Slice slice(std::string_view part) const {
        return {static_cast<std::uint32_t>(part.data() - begin),
                static_cast<std::uint32_t>(part.size())};
    }
    std::string_view view(Slice slice) const { return {begin + slice.begin, slice.size}; }

    /// A value that is the name of a variable makes an edge; one in quotes does so if `quoted`.
    void resolve_edges(bool quoted);
    PackedGraph pack(const SharedText& text, const Passage& passage);
};

}  // namespace tertium
