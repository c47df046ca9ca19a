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

/// Similarities of one head: of one lemma, of antonyms, and at the knots of the cosine, of concepts
/// and of constants.
struct Similarities {
    double lemma = 0, antonym = 0;
    std::array<double, cosine_knots> graded{}, written{};

    Grains of(Relation relation, double cosine,
              const std::array<double, cosine_knots>& knots) const;
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
    // roles, by number
    std::vector<std::int32_t> role_classes;
    int modifier_class = 0;
    // learned
    std::array<double, cosine_knots> knots{};
    Similarities strict, gist;
    std::vector<Grains> edge_weights;  ///< by role class × (one end is common, both are rare)
    std::array<Grains, role_pairs * end_levels> edge_similarities{};
    double alpha = 0, gist_power = 1, strict_power = 1, size_power = 0;
    double lead = 0;  ///< the share of the better covered graph in the gist

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
