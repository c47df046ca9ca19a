/// A meaning graph as somebody wrote it.
///
///     (w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :polarity -))
///
/// is the list of triples, in the order of the text,
///
///     w instance want-01      opens w, depth 0
///     w ARG0     b            an edge: the target is a variable
///     b instance boy          opens b, depth 1
///     w ARG1     g
///     g instance go-02        opens g, depth 1
///     g ARG0     b
///     g polarity -            an attribute: the target is a constant
///
/// Roles are kept as written (`ARG0-of` stays), so that the text can be given back; taking inverse
/// roles apart is a step of `standard.hpp`. The strings of all triples live in one piece of text,
/// and a `Slice` points into it: a graph is a few allocations, cheap to make and to copy. This is
/// the form in which graphs are worked on; `packed.hpp` has the one in which they are kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/hash_index.hpp"

namespace tertium {

class VariableIndex;

/// A part of a graph's text.
struct Slice {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
};

enum class Kind : std::uint8_t { instance, edge, attribute };

struct Triple {
    std::int32_t source = 0;   ///< a variable
    std::int32_t target = -1;  ///< a variable, for edges
    Slice role;                ///< without its colon
    Slice value;               ///< the concept or constant, quotes included
    std::int32_t depth = 0;    ///< how deep the source's node is nested in the text
    std::int32_t origin = -1;  ///< its place in the graph as written, or in `Origins`
    Kind kind = Kind::attribute;
    bool opens = false;    ///< an instance triple that opens a node: "(b / boy"
    bool missing = false;  ///< no concept or value was given: "(b)", ":ARG0 )"
};

/// A `~e.4,5` mark that followed the role or the value of a triple.
struct Mark {
    std::int32_t triple = 0;
    bool on_role = false;
    Slice text;
};

struct Graph {
    std::string text;              ///< what the slices point into
    std::vector<Slice> variables;  ///< their names, in order of appearance
    std::vector<Triple> triples;   ///< in the order of the text
    std::int32_t top = -1;         ///< a variable; -1 only in a graph without any
    bool laid_out = true;          ///< depth and opens describe a PENMAN text
    bool plain = false;            ///< known to be ASCII, without capitals in names of variables
    std::vector<Mark> marks;

    std::string_view view(Slice slice) const { return {text.data() + slice.begin, slice.size}; }
    /// Store a string in the text.
    Slice add(std::string_view string);
    std::size_t size() const { return variables.size(); }
};

/// A triple given by strings. `target` is taken for a variable if some triple has it as source.
struct NamedTriple {
    std::string source;
    std::string role;
    std::string target;
    bool missing = false;
};

/// Make a graph of named triples; `top` is the first source if empty.
/// Throws std::invalid_argument if there are no triples or the top is not a variable.
Graph graph_from_triples(const std::vector<NamedTriple>& triples, std::string_view top);

/// The variable that is the top: the first one if `top` is empty.
/// Throws std::invalid_argument if there are no variables, or the top is not one of them.
std::int32_t find_top(const VariableIndex& names, std::string_view top);

/// Whether `role` is an inverse such as `ARG0-of`; `consist-of`, `prep-out-of` and
/// `prep-on-behalf-of` only look like one.
bool is_inverse(std::string_view role);

/// Finds the variable of a name; linear for small graphs, hashed for large ones.
class VariableIndex {
  public:
    void clear();
    /// The variable called `name`, or -1.
    std::int32_t find(std::string_view name) const;
    /// The variable called `name`, made if new. The string must outlive the index.
    std::int32_t add(std::string_view name);
    const std::vector<std::string_view>& names() const { return names_; }

  private:
    void enter(std::uint32_t variable);
    std::vector<std::string_view> names_;
    std::vector<std::uint64_t> keys_;  // the first bytes and the length of each name
    HashIndex index_;                  // empty while there are few names
};

}  // namespace tertium
