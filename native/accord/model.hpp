/// What `accord` knows: the labels and roles of a batch, and the learned numbers.
///
///     kitten, cat      cosine 0.71, so similar by 0.88 (strict head) and 0.86 (gist head)
///     :ARG0, :ARG1     another ARG; between equal ends, similar by 0.43
///
/// Weights and similarities are whole numbers of grains: a weight of 1 is 2^20 grains of credit,
/// and so is a similarity of 1. A credit is weight times similarity, rounded down. So sums do not
/// depend on the order of nodes, and an unequal thing always earns at least a grain less than an
/// equal one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "align/credits.hpp"

namespace tertium {

/// A number of grains.
using Grains = std::int64_t;
constexpr Grains one_grains = unit / credit_grain;

/// How two labels are related.
enum class Relation : std::uint8_t {
    equal,    ///< the same label
    lemma,    ///< senses of one word, or a constant and a concept with the same text
    antonym,  ///< in WordNet
    graded,   ///< concepts, by the cosine of their vectors
    written,  ///< constants, by the cosine of theirs
    apart,    ///< a constant and a concept: they are never aligned
};

/// How two nodes stand in their graphs, by the classes of the roles that lead to them:
///
///     visit-01 :ARG0 person      arrest-01 :ARG1 person      the persons stand apart, ARG0 and
///     ARG1 leave-01                   say-01 :ARG1 leave-01       a root, and an ARG1
///
/// Higher ARGs count as ARG2. Everything else stands alike.
enum class Standing : std::uint8_t {
    alike,
    root_arg1,
    root_other,
    arg0_arg1,
    arg0_arg2,
    arg1_arg2,
};
constexpr std::size_t standings = 6;
/// The classes of the roles that lead to a node, a bit for each.
using RoleSet = std::uint32_t;
Standing standing(RoleSet x, RoleSet y);

/// The pairs of roles that are told apart: the same role, two ARGs, any others in the same
/// direction; and against each other, a modifier with an ARG and any others.
enum class RolePair : std::uint8_t { same, other_arg, other, modifier, reversed };
constexpr std::size_t role_pairs = 5;

/// How similar the less similar ends of two edges are: equal, one lemma, a cosine above 0.5, or
/// less.
constexpr std::size_t end_levels = 4;
constexpr std::size_t cosine_knots = 7;
constexpr int arg_classes = 3;  ///< role classes below this are ARG0, ARG1 and higher ones
/// Two unit vectors have a product of at most this.
constexpr double vector_one = 1 << 14;
constexpr double product_one = vector_one * vector_one;

/// Where a cosine lies: past which knot, and which part of the way to the next one.
struct KnotPlace {
    std::uint32_t knot = 0;
    double part = 0;
};
using Knots = std::array<double, cosine_knots>;
KnotPlace place_between(double cosine, const Knots& knots);

/// Similarities of one head: of one lemma, of antonyms, and at the knots of the cosine, of concepts
/// and of constants; and by what they are multiplied for nodes that do not stand alike.
struct Similarities {
    double lemma = 0, antonym = 0;
    Knots graded{}, written{};
    std::array<double, standings> standing{1, 1, 1, 1, 1, 1};

    Grains of(Relation relation, Standing how, KnotPlace place) const;
};

struct AccordModel {
    // labels, by number
    std::size_t dimension = 0;
    std::vector<std::int16_t> vectors;  ///< labels × dimension; of length 2^14, or zero
    std::vector<std::int32_t> lemmas;
    std::vector<std::uint8_t> constant;
    std::vector<std::uint8_t> rare;
    std::vector<Grains> strict_weights, gist_weights;  ///< of mentions
    std::vector<std::uint64_t> antonyms;  ///< sorted: a lemma, and another in the lower half
    std::vector<std::uint8_t> opposed;    ///< labels whose lemma has antonyms; see `mark_opposed`
    // roles, by number
    std::vector<std::int32_t> role_classes;
    int modifier_class = 0;
    // learned
    Knots knots{};
    Similarities strict, gist;
    std::vector<Grains> edge_weights;  ///< by role class × (one end is common, both are rare)
    std::array<Grains, role_pairs * end_levels> edge_similarities{};
    double alpha = 0, gist_power = 1, strict_power = 1, size_power = 0;
    double lead = 0;  ///< the share of the better covered graph in the gist

    /// Find the labels that have antonyms at all, which are few.
    void mark_opposed();
    std::size_t labels() const { return lemmas.size(); }
    Relation relate(std::uint32_t x, std::uint32_t y) const;
    double cosine(std::uint32_t x, std::uint32_t y) const;
    /// The level of two ends.
    static std::uint8_t level(Relation relation, double cosine);
    RolePair pair_roles(std::uint32_t x, std::uint32_t y, bool reversed) const;
    Grains edge_weight(std::uint32_t role, std::uint32_t source, std::uint32_t target) const;
    /// Throws std::invalid_argument if tables do not fit each other, or a number is not allowed.
    void check() const;
};

/// What a weight earns by a similarity.
inline Grains credit(Grains weight, Grains similarity) {
    return similarity == one_grains ? weight : weight * similarity / one_grains;
}

}  // namespace tertium
