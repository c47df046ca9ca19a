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

SimilarityTable::SimilarityTable() : keys_(1 << 14), slots_(2), filter_(1) { symbols_.clear(); }

void SimilarityTable::enter(const Graph& graph, std::vector<int>& places) {
    places.clear();
    for (const Triple& triple : graph.triples) {
        if (triple.kind != Kind::instance || triple.missing) continue;
        int place = find(graph.view(triple.value));
        if (place < 0) {
            concepts_.emplace_back(graph.view(triple.value));
            has_similar_.push_back(0);
            place = static_cast<int>(symbols_.add(concepts_.back()));
        }
        places.push_back(place);
    }
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
            const std::uint64_t key = key_of(x, y);
            std::uint64_t& slot = keys_[slot_of(keys_, key)];
            if (slot != 0) continue;
            slot = key;
            pairs_.emplace_back(x, y);
            if (pairs_.size() * 2 > keys_.size()) grow();
        }
    }
}

std::vector<std::pair<int, int>> SimilarityTable::pairs() const {
    // Sorting by the first eight bytes as one number settles nearly all comparisons.
    std::vector<std::pair<std::uint64_t, int>> order;
    for (const std::string& name : concepts_) {
        std::uint64_t prefix = 0;
        for (std::size_t k = 0; k < 8; ++k)
            prefix = prefix << 8 | (k < name.size() ? static_cast<unsigned char>(name[k]) : 0U);
        order.emplace_back(prefix, static_cast<int>(order.size()));
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
    std::vector<Slot> similar;
    has_similar_.assign(concepts_.size(), 0);
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
        const double scaled = std::ldexp(std::clamp(similarities[k], 0.0, 1.0), bits);
        const Weight similarity = static_cast<Weight>(std::llround(scaled)) * (unit >> bits);
        if (similarity == 0) continue;
        const auto [x, y] = pairs_[k];
        similar.push_back({key_of(x, y), similarity});
        has_similar_[x] = has_similar_[y] = 1;
    }
    slots_.assign(std::bit_ceil(2 * similar.size() + 2), Slot{});
    filter_.assign(std::bit_ceil(similar.size() / 4 + 1), 0);
    for (const Slot& slot : similar) {
        slots_[slot_of(slots_, slot.key)] = slot;
        const std::size_t bit = hash_of(slot.key) & (filter_.size() * 64 - 1);
        filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
}

void SimilarityTable::grow() {
    std::vector<std::uint64_t> old(keys_.size() * 2);
    std::swap(old, keys_);
    for (std::uint64_t key : old)
        if (key != 0) keys_[slot_of(keys_, key)] = key;
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
