#include "align/similarity.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "support/groups.hpp"
#include "support/wide.hpp"

namespace tertium {

namespace {

constexpr int bits = 20;  // of a similarity that are kept
constexpr std::size_t lanes = 8;
constexpr std::size_t settling_step = 1 << 20;  // pairs beyond which equal ones are looked for

// A similarity as a multiple of 2^-20, halves upwards.
Weight rounded_similarity(double similarity) {
    const double scaled = std::clamp(similarity, 0.0, 1.0) * (1 << bits);  // exact
    const auto whole = static_cast<Weight>(scaled);
    const bool up = scaled - static_cast<double>(whole) >= 0.5;
    return (whole + (up ? 1 : 0)) * (unit >> bits);
}

inline float scalar_product(const float* x, const float* y, std::size_t dimension) {
    float sums[lanes] = {};  // independent sums, which a compiler may keep in one register
    std::size_t k = 0;
    for (; k + lanes <= dimension; k += lanes)
        for (std::size_t l = 0; l < lanes; ++l) sums[l] += x[k + l] * y[k + l];
    for (; k < dimension; ++k) sums[0] += x[k] * y[k];
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) +
           ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

TERTIUM_WIDE
void multiply_rows(const float* rows, std::size_t dimension, std::span<const std::int32_t> first,
                   std::span<const std::int32_t> second, double* products) {
    for (std::size_t k = 0; k < first.size(); ++k)
        products[k] =
            scalar_product(rows + static_cast<std::size_t>(first[k]) * dimension,
                           rows + static_cast<std::size_t>(second[k]) * dimension, dimension);
}

}  // namespace

void SimilarityTable::enter(const Graph& graph, std::vector<int>& places) {
    places.clear();
    for (const Triple& triple : graph.triples) {
        if (triple.kind != Kind::instance || triple.missing) continue;
        places.push_back(static_cast<int>(concepts_.add(graph.view(triple.value))));
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
}

void SimilarityTable::add(const Graph& a, const Graph& b) {
    enter(a, places_a_);
    enter(b, places_b_);
    for (int x : places_a_) {
        for (int y : places_b_)
            if (x != y) pairs_.push_back(key_of(x, y));
        if (pairs_.size() > 2 * settled_ + settling_step) settle();
    }
}

void SimilarityTable::settle() {
    if (settled_ == pairs_.size()) return;
    const Groups<int> partners(concepts_.size(), [&](auto visit) {
        for (const std::uint64_t pair : pairs_) visit(low(pair), high(pair));
    });
    std::vector<int> seen_with(concepts_.size(), -1);
    pairs_.clear();
    for (int x = 0; x < static_cast<int>(concepts_.size()); ++x)
        for (const int y : partners[static_cast<std::size_t>(x)])
            if (std::exchange(seen_with[static_cast<std::size_t>(y)], x) != x)
                pairs_.push_back(key_of(x, y));
    settled_ = pairs_.size();
    if (settled_ > concept_pair_limit)
        throw std::length_error("there are more than " + std::to_string(concept_pair_limit) +
                                " pairs of different concepts, too many for similarities");
}

std::vector<std::pair<int, int>> SimilarityTable::pairs() {
    settle();
    // Sorting by the first eight bytes as one number settles nearly all comparisons.
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    for (std::uint32_t place = 0; place < concepts_.size(); ++place) {
        const std::string_view name = concepts_[place];
        std::uint64_t prefix = 0;
        for (std::size_t k = 0; k < 8; ++k)
            prefix = prefix << 8 | (k < name.size() ? static_cast<unsigned char>(name[k]) : 0U);
        order.emplace_back(prefix, place);
    }
    std::sort(order.begin(), order.end(), [&](const auto& x, const auto& y) {
        return x.first != y.first ? x.first < y.first : concepts_[x.second] < concepts_[y.second];
    });
    std::vector<int> rank(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) rank[order[k].second] = static_cast<int>(k);
    std::vector<std::pair<int, int>> ordered;
    ordered.reserve(pairs_.size());
    for (const std::uint64_t pair : pairs_) {
        const int x = low(pair), y = high(pair);
        ordered.push_back(rank[x] < rank[y] ? std::pair(x, y) : std::pair(y, x));
    }
    return ordered;
}

void SimilarityTable::set(std::span<const double> similarities) {
    settle();
    if (similarities.size() != pairs_.size())
        throw std::invalid_argument("expected one similarity for each pair of concepts");
    std::vector<Weight> rounded(similarities.size());
    std::size_t similar = 0;
    for (std::size_t k = 0; k < rounded.size(); ++k) {
        rounded[k] = rounded_similarity(similarities[k]);
        similar += rounded[k] != 0 ? 1 : 0;
    }
    const std::size_t slots = std::bit_ceil(2 * (similar + 1));
    slots_.assign(slots, {});
    shift_ = 64 - std::countr_zero(slots);
    filter_.assign((8 * slots + 63) / 64, 0);
    filter_shift_ = shift_ - 3;
    for (std::size_t k = 0; k < pairs_.size(); ++k)
        if (rounded[k] != 0) keep(pairs_[k], rounded[k]);
}

void SimilarityTable::keep(std::uint64_t key, Weight similarity) {
    std::size_t at = mixed(key) >> shift_;
    while (slots_[at].key != none) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {key, similarity};
    const std::uint64_t bit = mixed(key) >> filter_shift_;
    filter_[bit / 64] |= std::uint64_t{1} << bit % 64;
}

std::vector<double> scalar_products(std::span<const float> rows, std::size_t dimension,
                                    std::span<const std::int32_t> first,
                                    std::span<const std::int32_t> second) {
    if (first.size() != second.size()) throw std::invalid_argument("the lists differ in length");
    const auto known = [&](std::int32_t at) {
        return at >= 0 && (static_cast<std::size_t>(at) + 1) * dimension <= rows.size();
    };
    if (!std::all_of(first.begin(), first.end(), known) ||
        !std::all_of(second.begin(), second.end(), known))
        throw std::invalid_argument("no such row");
    std::vector<double> products(first.size());
    multiply_rows(rows.data(), dimension, first, second, products.data());
    return products;
}

}  // namespace tertium
