/// A graph as it is kept, by the million.
///
///     # ::id lpp.1                          12 bytes of comments
///     (b / boy :ARG0-of (g / go-02))        31 bytes of text, in line 2 from column 1
///
///     source  target  role    value   depth  flags
///       0       -      1,0     5,3      0     instance, opens       at line 2, column 6
///       0       1     10,7      -       0     edge                  at line 2, column 10
///       1       -     19,0    23,5      1     instance, opens
///
/// A graph that was read does not own its text: it shares that of its file, and its triples are
/// places in it. So the text is in memory once, and every triple knows its line and column. Numbers
/// have one, two or four bytes, as the length of the text demands: a triple takes 8, 16 or 32
/// bytes, and a graph is one allocation. Work is done on a `Graph`, which `unpack` fills.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.hpp"
#include "graph/lines.hpp"

namespace tertium {

/// A text, and who keeps it in memory.
struct SharedText {
    std::shared_ptr<const void> owner;
    std::string_view view;

    explicit SharedText(std::string text);
    SharedText(std::shared_ptr<const void> owner, std::string_view view)
        : owner(std::move(owner)), view(view) {}
};

/// The part of a text that one graph has.
struct Passage {
    std::size_t comments = 0;  ///< where the comment lines above the graph begin
    std::size_t begin = 0;     ///< where the graph itself begins
    std::size_t end = 0;
    Location location;     ///< of `begin`
    bool located = false;  ///< whether the triples are written there
};

class PackedGraph {
  public:
    PackedGraph() = default;
    /// Pack a graph whose slices point into the text from `passage.begin` on; its own text is not
    /// used, and roles of instances are not either: of one that opens a node, they begin where its
    /// variable stands. Throws std::length_error if a graph has 4 GB.
    PackedGraph(const SharedText& text, const Passage& passage, const Graph& graph);
    /// Pack a graph that was not read, with its own text.
    explicit PackedGraph(const Graph& graph, std::string_view comments = {});
    PackedGraph(const PackedGraph& other);
    PackedGraph(PackedGraph&&) = default;
    PackedGraph& operator=(PackedGraph&&) = default;

    /// Make `graph` the graph, in the memory that it has.
    void unpack(Graph& graph) const;
    Graph unpack() const;

    std::size_t size() const { return header().variables; }
    std::size_t triples() const { return header().triples; }
    bool laid_out() const { return header().laid_out; }
    /// The comment lines above the graph, perhaps with other lines between them.
    std::string_view comments() const;
    /// The graph as it was written, if its triples have locations.
    std::optional<std::string_view> written() const;
    /// Where each triple stands: that of a node at its concept, or at its variable if it has none;
    /// others at the colon of their role or, in a text of triples, at the beginning of their line.
    /// Empty if the graph was not read.
    std::vector<Location> locations() const;
    /// Where the graph begins.
    Location location() const { return {header().line, header().column}; }
    /// Let the graph begin elsewhere, as it was cut from another text; in line 0, it was not read.
    void move_to(Location location);

  private:
    struct Header {
        std::uint64_t line = 1;
        std::uint32_t column = 1;
        std::uint32_t comments = 0, text = 0;  // bytes
        std::uint32_t triples = 0, variables = 0, marks = 0;
        std::int32_t top = -1;
        std::uint8_t width = 1;  // bytes of a number
        bool laid_out = true, located = false, plain = false;
    };

    Header header() const;
    std::size_t bytes() const;
    std::string_view text() const { return {text_.get() + header().comments, header().text}; }
    template <class Number>
    void write(const Graph& graph);
    template <class Number>
    void read(Graph& graph) const;
    template <class Number>
    std::vector<std::uint32_t> places() const;

    std::shared_ptr<const char> text_;     // from the comments on
    std::unique_ptr<std::byte[]> packed_;  // header, variables, triples, marks
};

/// The first triple that gives a variable a second concept, or -1.
std::int32_t find_redefinition(const Graph& graph);

}  // namespace tertium
