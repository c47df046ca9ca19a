/// Standard forms: graph in, graph out, so that spelling does not count.
///
///     (c / car :mod (r / red))     and     (c / car :domain-of (r / red))
///
/// say the same. Each step below removes one way to say a thing twice; a `Convention` is the list
/// of steps that a metric takes before it compares. A step keeps the number and the order of
/// variables, unless it says otherwise. The result is no longer laid out as a text.
#pragma once

#include "graph/packed.hpp"
#include "standard/convention.hpp"
#include "standard/origins.hpp"

namespace tertium {

/// `origins`, if given, follow the triples through the steps.
Graph standardise(Graph graph, const Convention& convention, Origins* origins = nullptr);
/// The same into a graph whose memory is used again.
void standardise(const PackedGraph& graph, const Convention& convention, Graph& standard,
                 Origins* origins = nullptr);

/// Lower-case every string but the names of variables (see `to_lower`).
void lower_case(Graph& graph);
/// Take the double quotes around concepts and constants off; with `Quotes::all` single and double
/// quotes anywhere, as SMATCH++ 1.8.0 does.
void drop_quotes(Graph& graph, Quotes quotes);
/// Read strings as smatch 1.0.4 does: take quotes off, keep the first word of constants, leave the
/// spaces of concepts out, and take underscores off the end of roles, concepts and constants.
void first_words(Graph& graph);
/// Drop constants under an inverse role or `:mod`: smatch 1.0.4 does not see them.
void drop_inverse_constants(Graph& graph);
/// Turn inverse edges around. A constant under an inverse role keeps it.
void turn_inverses(Graph& graph, Inverse inverse);
/// Write `:mod` as the inverse of `:domain`, or the other way around (`Mod::mod`). `Mod::smatch`
/// leaves constants and `:mod-of` alone.
void unify_mod(Graph& graph, Mod mod);
/// Keep the first of equal triples.
void drop_duplicates(Graph& graph, Origins* origins = nullptr);
/// Drop `:wiki`.
void drop_wiki(Graph& graph);

}  // namespace tertium
