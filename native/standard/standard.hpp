/// Standard forms: graph in, graph out, so that spelling does not count.
///
///     (c / car :mod (r / red))     and     (c / car :domain-of (r / red))
///
/// say the same. Each step below removes one way to say a thing twice; a `Convention` is the list
/// of steps that a metric takes before it compares. A step keeps the number and the order of
/// variables, unless it says otherwise. The result is no longer laid out as a text.
#pragma once

#include <memory>

#include "align/problem.hpp"
#include "graph/graph.hpp"
#include "standard/reification.hpp"

namespace tertium {

/// How far inverse roles are turned around.
enum class Inversion : std::uint8_t {
    keep,  ///< not at all
    amr,   ///< `X-of`, once, except consist-of, prep-out-of and prep-on-behalf-of
    all,   ///< `X-of` without exception, as often as it is there
};

/// `:mod` and `:domain` are inverses of each other.
enum class Mod : std::uint8_t {
    keep,
    domain,  ///< write `mod` as the inverse of `domain`
    mod,     ///< write `domain` as the inverse of `mod`
    smatch,  ///< as `domain`, but leave `mod-of`, as smatch 1.0.4 does, and know roles as written
};

/// What is left of a constant such as `"New York"`.
enum class Strings : std::uint8_t {
    whole,
    first_word,  ///< up to the first blank, and without underscores at the end, as smatch 1.0.4
                 ///< reads it
};

/// What is done with reified relations.
enum class Reification : std::uint8_t {
    keep,
    dereify,    ///< where it is well defined
    reify,      ///< every role that has a rule
    canonical,  ///< reified, then dereified wherever possible, at the top too: one form for each
                ///< meaning
};

/// Everything before the alignment that can change a number.
struct Convention {
    bool lower_case = true;
    bool drop_quotes = true;
    bool drop_all_quotes = false;  ///< single quotes and inner ones too, as SMATCH++ 1.8.0 does
    Strings strings = Strings::whole;
    Inversion inversion = Inversion::amr;
    Mod mod = Mod::keep;
    bool drop_inverse_constants = false;
    bool drop_duplicates = false;
    bool drop_wiki = false;
    Reification reification = Reification::keep;
    std::shared_ptr<const ReificationTable>
        table;  ///< the rules, in the case that the graph has then
    bool fold_names = false;
    bool compress = false;  ///< a step for a pair of graphs: see ProblemBuilder
    Top top = Top::flag;
};

Graph standardise(Graph graph, const Convention& convention);
/// The same without comments, into a graph whose memory is used again.
void standardise(const Graph& graph, const Convention& convention, Graph& standard);

/// Lower-case every string but the names of variables (Unicode simple case mapping).
void lower_case(Graph& graph);
/// Take double quotes off concepts and constants; if `all`, single and double quotes anywhere.
void drop_quotes(Graph& graph, bool all);
/// Keep the first word of quoted strings; take underscores off the end of roles, concepts and
/// constants.
void first_words(Graph& graph);
/// Drop constants under an inverse role or `:mod`: smatch 1.0.4 does not see them.
void drop_inverse_constants(Graph& graph);
/// Turn inverse edges around. A constant under an inverse role keeps it.
void turn_inverses(Graph& graph, Inversion inversion);
/// Write `:mod` edges as inverse `:domain` ones, or the other way around; see `Mod`.
void unify_mod(Graph& graph, Mod mod);
/// Keep the first of equal triples.
void drop_duplicates(Graph& graph);
/// Drop `:wiki`.
void drop_wiki(Graph& graph);

}  // namespace tertium
