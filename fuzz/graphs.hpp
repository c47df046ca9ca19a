/// What the harnesses share: bytes read as numbers, and graphs made of them.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "graph/graph.hpp"

namespace fuzz {

inline void require(bool holds, int line = __builtin_LINE()) {
    if (holds) return;
    std::fprintf(stderr, "the requirement in line %d of the harness does not hold\n", line);
    std::abort();
}

/// The input as a source of small numbers; zeros when it has ended.
class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    unsigned below(unsigned bound) { return at_ < size_ ? data_[at_++] % bound : 0; }

  private:
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

/// What a graph may consist of. Few concepts and roles, so that much could match.
struct Shape {
    unsigned variables, edges, attributes;  ///< at most
    unsigned concepts = 3, roles = 3;
};

/// Some triples more than variables: loops, parallel edges, duplicates, second concepts.
inline std::vector<tertium::NamedTriple> make_triples(Bytes& bytes, const Shape& shape,
                                                      unsigned variables, char letter) {
    const auto name = [&](unsigned v) { return letter + std::to_string(v); };
    const auto any = [&] { return name(bytes.below(variables)); };
    std::vector<tertium::NamedTriple> triples;
    for (unsigned v = 0; v < variables; ++v)
        triples.push_back(
            {name(v), "instance", "c" + std::to_string(bytes.below(shape.concepts)), false});
    for (unsigned edges = bytes.below(shape.edges + 1); edges > 0; --edges) {
        const std::string role = "r" + std::to_string(bytes.below(shape.roles));
        const std::string source = any();
        triples.push_back({source, role, any(), false});
    }
    for (unsigned values = bytes.below(shape.attributes + 1); values > 0; --values) {
        const unsigned value = bytes.below(5);
        triples.push_back({any(), value < 4 ? "a" : "instance", "c" + std::to_string(value % 2),
                           value == 3});
    }
    return triples;
}

inline tertium::Graph make_graph(Bytes& bytes, const Shape& shape, char letter) {
    const unsigned variables = 1 + bytes.below(shape.variables);
    const auto triples = make_triples(bytes, shape, variables, letter);
    return tertium::graph_from_triples(triples, letter + std::to_string(bytes.below(variables)));
}

}  // namespace fuzz
