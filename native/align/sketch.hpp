/// Sketches: graphs reduced to what alignment sees.
///
///     (c / cat :ARG0-of (s / sprint-01) :polarity -)
///
/// has *facts*, triples about one variable (concepts, attributes, the top, loops), and *links*,
/// triples about two. Strings become numbers, equal ones the same in both graphs of a pair.
///
/// `Grading` says what a match is worth. By default it is one triple, and only equal triples match.
/// With similarities, concepts match by degrees (Opitz et al. 2020), and so do tops that carry one.
/// With weights by distance, triples near the top count more (Cai & Lam 2019): a concept counts by
/// its variable's distance from the top along edges of either direction, an attribute as one step
/// further, an edge as the lesser of its ends. Two triples that match earn the lesser of both.
/// With weights by label, what a triple says multiplies what it is worth.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "align/labels.hpp"
#include "align/similarity.hpp"
#include "align/weight.hpp"
#include "graph/graph.hpp"
#include "standard/convention.hpp"
#include "support/groups.hpp"
#include "support/symbols.hpp"

namespace tertium {

/// What matches are worth.
struct Grading {
    std::shared_ptr<const SimilarityTable> similarities;  ///< null: only equal concepts match
    bool graded_top = true;           ///< whether tops that carry a concept match by degrees, too
    std::vector<Weight> by_distance;  ///< the last one is for all beyond; empty: one triple each
    std::shared_ptr<const LabelWeights> by_label;  ///< null: labels do not matter

    /// Whether every triple counts one, similarities aside.
    bool is_unit() const { return by_distance.empty() && !by_label; }
    Weight at(int distance) const {
        if (by_distance.empty()) return unit;
        return by_distance[std::min(static_cast<std::size_t>(distance), by_distance.size() - 1)];
    }
};

/// A triple about one variable, as two numbers: what it says and of which variable.
struct Fact {
    std::uint64_t key = 0;
    std::int32_t variable = 0;
    std::int32_t count = 1;    ///< how often it is written
    std::int32_t triple = -1;  ///< its (first) place in the graph, -1 for the top
    auto operator<=>(const Fact&) const = default;

    bool is_instance() const;
    bool is_top() const;
    /// Whether it names a concept, by itself or with the top.
    bool is_concept() const;
    bool is_attribute() const;
    /// The type of its triple, and the symbol of its label.
    TripleType type() const;
    std::uint32_t label() const;
};

struct Link {
    std::uint32_t role = 0;
    std::int32_t source = 0;
    std::int32_t target = 0;
    std::int32_t count = 1;
    std::int32_t triple = -1;
    auto operator<=>(const Link&) const = default;
};

/// A concept of a variable, as its place in the table of similarities.
struct Concept {
    std::int32_t place = -1;
    std::int32_t triple = -1;
};

/// A graph reduced to facts and links, each sorted, duplicates counted.
struct Sketch {
    int variables = 0;
    Weight total = 0;  ///< what all triples are worth, duplicates counted each
    std::vector<Fact> facts;
    std::vector<Link> links;
    Groups<Concept> concepts;   ///< by variable, with similarities only
    int top = -1;               ///< a variable, if its concept counts with the top
    int top_concept = -1;       ///< the place of that concept
    std::vector<int> distance;  ///< of each variable from the top, with weights only
    std::vector<Fact> names;    ///< concepts that name a variable and do not count (compression)
    const SymbolWeights* by_label = nullptr;  ///< the sketcher's, with weights by label only

    std::span<const Concept> concepts_of(int variable) const {
        return concepts[static_cast<std::size_t>(variable)];
    }
    int distance_of(int variable) const {
        return distance.empty() ? 0 : distance[static_cast<std::size_t>(variable)];
    }
    Weight worth(const Fact& fact, const Grading& grading) const {
        const Weight here = grading.at(distance_of(fact.variable) + (fact.is_attribute() ? 1 : 0));
        return by_label == nullptr ? here : times(here, by_label->of(fact.type(), fact.label()));
    }
    Weight worth(const Link& link, const Grading& grading) const {
        const Weight here =
            std::min(grading.at(distance_of(link.source)), grading.at(distance_of(link.target)));
        return by_label == nullptr ? here
                                   : times(here, by_label->of(TripleType::relation, link.role));
    }
    /// Of a triple of the graph.
    Weight worth(const Graph& graph, const Triple& triple, const Grading& grading) const;
};

/// Makes sketches; keeps its memory.
class Sketcher {
  public:
    /// Sketch both graphs of a pair. A triple written twice counts twice.
    void sketch(const Graph& a, const Graph& b, Top top, const Grading& grading, Sketch& sketch_a,
                Sketch& sketch_b);
    /// Sketch another graph a for the same b, whose sketch stays as it is. There must be no weights
    /// by label.
    void sketch_next(const Graph& a, Top top, const Grading& grading, Sketch& sketch_a);
    /// Begin the sketches of a pair whose matches are worth one triple each: all but the order of
    /// facts and links, of which equal ones are not counted together yet. That is `arrange`.
    void gather(const Graph& a, const Graph& b, Top top, Sketch& sketch_a, Sketch& sketch_b);
    /// The same of another graph a for the same b.
    void gather_next(const Graph& a, Top top, Sketch& sketch_a);
    void arrange(Sketch& sketch);
    /// How many triples both graphs of a pair have, variables forgotten; arranged or not.
    std::int64_t count_common(const Sketch& a, const Sketch& b);
    /// Sketch one graph with matches worth one triple each; equal strings have equal numbers in
    /// this graph only.
    void sketch(const Graph& graph, Top top, Sketch& sketch);
    /// What a fact or a link of the last graphs says, as a text: the same for the same meaning in
    /// any graph, and never the same for two meanings.
    std::string text_of(const Fact& fact) const;
    std::string text_of(const Link& link) const;

  private:
    void sketch_one(const Graph& graph, Top top, const Grading& grading, Sketch& sketch);
    void gather_one(const Graph& graph, Top top, const Grading& grading, Sketch& sketch);
    void sort(Sketch& sketch);
    void add_top(const Graph& graph, Top top, std::uint32_t top_concept, Sketch& sketch);
    void weigh_labels(const Graph& graph, const LabelWeights* labels, Sketch& sketch);

    SymbolTable symbols_;
    std::uint32_t symbols_of_b_ = 0;
    bool tops_are_concepts_ = false;
    SymbolWeights by_label_;
    // to sort what was found
    std::vector<std::uint32_t> bucket_begin_;
    std::vector<Fact> facts_;
    std::vector<Link> links_;
    std::vector<int> top_scratch_;
    std::vector<Concept> concepts_;
    // to count what graphs have in common: how often symbols occur, and keys of other facts
    std::vector<std::int32_t> times_;
    std::vector<std::uint64_t> keys_a_, keys_b_;
};

/// How similar the concepts of two variables are: the best matching of one with the other.
/// `partner` gets for each concept of x the place of its partner in y, or -1.
Weight match_concepts(std::span<const Concept> x, std::span<const Concept> y,
                      const SimilarityTable& similarities, std::vector<int>& partner);

}  // namespace tertium
