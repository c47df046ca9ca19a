#include "accord/model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/wide.hpp"

namespace tertium {

namespace {

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

// Weights that keep sums far from the end of the range, and credits far from zero.
constexpr Grains least_weight = 1 << 6, largest_weight = Grains{1} << 30;

bool allowed(std::span<const Grains> weights) {
    return std::all_of(weights.begin(), weights.end(), [](Grains weight) {
        return least_weight <= weight && weight <= largest_weight;
    });
}

TERTIUM_WIDE
std::int32_t product_of(const std::int16_t* p, const std::int16_t* q, std::size_t dimension) {
    std::int32_t sum = 0;
    for (std::size_t k = 0; k < dimension; ++k)
        sum += static_cast<std::int32_t>(p[k]) * static_cast<std::int32_t>(q[k]);
    return sum;
}

double between(const Knots& values, KnotPlace place) {
    return values[place.knot] * (1 - place.part) + values[place.knot + 1] * place.part;
}

bool below_one(const Similarities& of) {
    const auto fine = [](double s) { return 0 <= s && s < 1; };  // and it is a number
    return fine(of.lemma) && fine(of.antonym) && of.standing[0] == 1 &&
           std::all_of(of.standing.begin() + 1, of.standing.end(), fine) &&
           std::all_of(of.graded.begin(), of.graded.end(), fine) &&
           std::all_of(of.written.begin(), of.written.end(), fine);
}

constexpr RoleSet arg0 = 1, arg1 = 2, arg2 = 4, all_args = arg0 | arg1 | arg2;

constexpr bool meet(RoleSet x, RoleSet y, RoleSet one, RoleSet other) {
    return ((x & one) != 0 && (y & other) != 0) || ((x & other) != 0 && (y & one) != 0);
}

/// How two nodes stand that have no role in common, by their ARGs.
constexpr auto of_args = [] {
    std::array<std::array<Standing, all_args + 1>, all_args + 1> table{};
    for (RoleSet x = 0; x <= all_args; ++x)
        for (RoleSet y = 0; y <= all_args; ++y)
            table[x][y] = meet(x, y, arg1, arg2)   ? Standing::arg1_arg2
                          : meet(x, y, arg0, arg2) ? Standing::arg0_arg2
                          : meet(x, y, arg0, arg1) ? Standing::arg0_arg1
                                                   : Standing::alike;
    return table;
}();

}  // namespace

KnotPlace place_between(double cosine, const Knots& knots) {
    const double x = std::clamp(cosine, knots.front(), knots.back());
    std::uint32_t k = 0;
    while (k + 2 < cosine_knots && x >= knots[k + 1]) ++k;
    return {k, (x - knots[k]) / (knots[k + 1] - knots[k])};
}

Standing standing(RoleSet x, RoleSet y) {
    if ((x & y) != 0 || x == y) return Standing::alike;
    if (x == 0 || y == 0) return ((x | y) & arg1) != 0 ? Standing::root_arg1 : Standing::root_other;
    return of_args[x & all_args][y & all_args];
}

Grains Similarities::of(Relation relation, Standing how, KnotPlace place) const {
    double found = 0;
    switch (relation) {
        case Relation::equal:
            if (how == Standing::alike) return one_grains;
            found = 1;
            break;
        case Relation::apart:
            return 0;
        case Relation::lemma:
            found = lemma;
            break;
        case Relation::antonym:
            found = antonym;
            break;
        case Relation::graded:
            found = between(graded, place);
            break;
        case Relation::written:
            found = between(written, place);
    }
    found *= standing[static_cast<std::size_t>(how)];
    const auto rounded = static_cast<Grains>(found * static_cast<double>(one_grains) + 0.5);
    return std::clamp<Grains>(rounded, 0, one_grains - 1);
}

Relation AccordModel::relate(std::uint32_t x, std::uint32_t y) const {
    if (x == y) return Relation::equal;
    if (lemmas[x] == lemmas[y]) return Relation::lemma;
    if (constant[x] != constant[y]) return Relation::apart;
    if (constant[x] != 0) return Relation::written;
    if (opposed[x] == 0 || opposed[y] == 0) return Relation::graded;
    const std::uint64_t both =
        static_cast<std::uint64_t>(lemmas[x]) << 32 | static_cast<std::uint32_t>(lemmas[y]);
    return std::binary_search(antonyms.begin(), antonyms.end(), both) ? Relation::antonym
                                                                      : Relation::graded;
}

// Whole numbers: the sum is exact, in any order. It stays below 2^29 by Cauchy's inequality.
double AccordModel::cosine(std::uint32_t x, std::uint32_t y) const {
    const std::int32_t sum =
        product_of(vectors.data() + x * dimension, vectors.data() + y * dimension, dimension);
    return static_cast<double>(sum) / product_one;
}

std::uint8_t AccordModel::level(Relation relation, double cosine) {
    if (relation == Relation::equal) return 0;
    if (relation == Relation::lemma) return 1;
    const bool by_cosine = relation == Relation::graded || relation == Relation::written;
    return by_cosine && cosine > 0.5 ? 2 : 3;
}

RolePair AccordModel::pair_roles(std::uint32_t x, std::uint32_t y, bool reversed) const {
    const int a = role_classes[x], b = role_classes[y];
    const bool arg_a = a < arg_classes, arg_b = b < arg_classes;
    if (reversed) {
        const bool modifies = (a == modifier_class && arg_b) || (b == modifier_class && arg_a);
        return modifies ? RolePair::modifier : RolePair::reversed;
    }
    if (x == y) return RolePair::same;
    return arg_a && arg_b ? RolePair::other_arg : RolePair::other;
}

Grains AccordModel::edge_weight(std::uint32_t role, std::uint32_t source,
                                std::uint32_t target) const {
    const bool both = rare[source] != 0 && rare[target] != 0;
    return edge_weights[static_cast<std::size_t>(role_classes[role]) * 2 + (both ? 1 : 0)];
}

void AccordModel::mark_opposed() {
    opposed.clear();
    for (std::int32_t lemma : lemmas) {
        const std::uint64_t first = static_cast<std::uint64_t>(lemma) << 32;
        const auto found = std::lower_bound(antonyms.begin(), antonyms.end(), first);
        opposed.push_back(found != antonyms.end() && *found >> 32 == first >> 32 ? 1 : 0);
    }
}

void AccordModel::check() const {
    require(vectors.size() == labels() * dimension && constant.size() == labels() &&
                rare.size() == labels() && opposed.size() == labels() &&
                strict_weights.size() == 2 * labels() && gist_weights.size() == 2 * labels(),
            "the tables of labels do not fit each other");
    for (std::int32_t role : role_classes)
        require(0 <= role && role < std::numeric_limits<RoleSet>::digits &&
                    static_cast<std::size_t>(role) * 2 + 1 < edge_weights.size(),
                "a role has no class");
    require(allowed(strict_weights) && allowed(gist_weights) && allowed(edge_weights),
            "weights must be from 0.0001 to 1000");
    require(below_one(strict) && below_one(gist), "similarities must be at least 0 and below 1");
    for (std::size_t k = 1; k < edge_similarities.size(); ++k)
        require(0 <= edge_similarities[k] && edge_similarities[k] < one_grains,
                "similarities of edges must be at least 0 and below 1");
    require(edge_similarities[0] == one_grains, "equal edges between equal ends are similar by 1");
    require(std::is_sorted(knots.begin(), knots.end(), std::less_equal<>()), "knots must rise");
    require(0 <= lead && lead < 1, "the better covered graph must have a share from 0 to below 1");
    require(0 < alpha && alpha < 1 && gist_power > 0 && strict_power > 0 && size_power >= 0,
            "powers must be positive, and alpha between 0 and 1");
}

}  // namespace tertium
