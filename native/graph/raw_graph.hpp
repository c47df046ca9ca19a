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
    std::int32_t redefining = -1;  ///< the first triple with a second concept of a variable

    void clear();
    /// Note that a triple gives its variable a concept.
    void define(std::size_t triple) {
        const auto variable = static_cast<std::size_t>(triples[triple].source);
        if (variable >= defined_.size()) defined_.resize(names.names().size());
        if (defined_[variable] && redefining < 0) redefining = static_cast<std::int32_t>(triple);
        defined_[variable] = true;
    }
    /// Where the second concept of a variable stands in the text, or null.
    const char* redefinition() const {
        return redefining < 0 ? nullptr
                              : triples[static_cast<std::size_t>(redefining)].value.data();
    }
    /// Make a graph with strings of its own. A value that is the name of a variable makes an edge.
    void fill(Graph& graph) const;

  private:
    std::vector<char> defined_;  // whether a variable has a concept
};

}  // namespace tertium
