#include "align/similarity.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace tertium {

namespace {

constexpr int bits = 20;  // of a similarity that are kept
constexpr std::size_t lanes = 8;

float scalar_product(const float* x, const float* y, std::size_t dimension) {
    float sums[lanes] = {};  // independent sums, which a compiler may keep in one register
    std::size_t k = 0;
    for (; k + lanes <= dimension; k += lanes)
        for (std::size_t l = 0; l < lanes; ++l) sums[l] += x[k + l] * y[k + l];
    for (; k < dimension; ++k) sums[0] += x[k] * y[k];
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) +
           ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

}  // namespace

void SimilarityTable::enter(const Graph& graph, std::vector<int>& places) {
    places.clear();
    for (const Triple& triple : graph.triples) {
        if (triple.kind != Kind::instance || triple.missing) continue;
        places.push_back(static_cast<int>(concepts_.add(graph.view(triple.value))));
    }
    has_similar_.resize(concepts_.size());
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
}

void SimilarityTable::add(const Graph& a, const Graph& b) {
    enter(a, places_a_);
    enter(b, places_b_);
    for (int x : places_a_) {
        if (pairs_.size() + places_b_.size() > concept_pair_limit)
            throw std::length_error("there are more than " + std::to_string(concept_pair_limit) +
                                    " pairs of different concepts, too many for similarities");
        for (int y : places_b_) {
            if (x == y) continue;
            const auto fresh = static_cast<std::uint32_t>(pairs_.size());
            const std::uint32_t found =
                index_.find_or_add(hash_of(x, y), fresh, [](std::uint32_t) { return true; });
            if (found == fresh) pairs_.emplace_back(x, y);
        }
    }
}

std::vector<std::pair<int, int>> SimilarityTable::pairs() const {
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
    std::vector<std::pair<int, int>> ordered = pairs_;
    for (auto& [x, y] : ordered)
        if (rank[x] > rank[y]) std::swap(x, y);
    return ordered;
}

void SimilarityTable::set(std::span<const double> similarities) {
    if (similarities.size() != pairs_.size())
        throw std::invalid_argument("expected one similarity for each pair of concepts");
    similarities_.clear();
    for (double similarity : similarities) {
        const double scaled = std::ldexp(std::clamp(similarity, 0.0, 1.0), bits);
        similarities_.push_back(static_cast<Weight>(std::llround(scaled)) * (unit >> bits));
    }
    const auto similar = pairs_.size() - static_cast<std::size_t>(std::count(
                                             similarities_.begin(), similarities_.end(), 0));
    has_similar_.assign(concepts_.size(), 0);
    filter_.assign(std::bit_ceil(similar / 4 + 1), 0);
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
        if (similarities_[k] == 0) continue;
        const auto [x, y] = pairs_[k];
        has_similar_[x] = has_similar_[y] = 1;
        const std::uint64_t bit = hash_of(x, y) & (filter_.size() * 64 - 1);
        filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
}

std::vector<double> scalar_products(std::span<const float> rows, std::size_t dimension,
                                    std::span<const std::int32_t> first,
                                    std::span<const std::int32_t> second) {
    const auto row = [&](std::int32_t at) {
        if (at < 0 || (static_cast<std::size_t>(at) + 1) * dimension > rows.size())
            throw std::invalid_argument("no such row");
        return rows.data() + static_cast<std::size_t>(at) * dimension;
    };
    if (first.size() != second.size()) throw std::invalid_argument("the lists differ in length");
    std::vector<double> products(first.size());
    for (std::size_t k = 0; k < first.size(); ++k)
        products[k] = scalar_product(row(first[k]), row(second[k]), dimension);
    return products;
}

}  // namespace tertium
