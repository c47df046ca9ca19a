#include "similarity.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace tertium {

namespace {

constexpr int bits = 20;  // of a similarity that are kept
constexpr std::size_t lanes = 8;

// A key for two different places, never 0.
std::uint64_t key_of(int x, int y) {
    const auto [low, high] = std::minmax(x, y);
    return static_cast<std::uint64_t>(high) << 32 | static_cast<std::uint32_t>(low);
}

std::uint64_t key_in(std::uint64_t key) { return key; }
template <class Slot>
std::uint64_t key_in(const Slot& slot) {
    return slot.key;
}

// The slot of a key, or the free one where it belongs.
template <class Slot>
std::size_t slot_of(const std::vector<Slot>& slots, std::uint64_t key) {
    const std::size_t mask = slots.size() - 1;
    std::size_t at = (key * 0x9E3779B97F4A7C15ULL >> 32) & mask;
    while (key_in(slots[at]) != 0 && key_in(slots[at]) != key) at = (at + 1) & mask;
    return at;
}

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

SimilarityTable::SimilarityTable() : keys_(1024), slots_(2) { symbols_.clear(); }

void SimilarityTable::enter(const Graph& graph, std::vector<int>& places) {
    places.clear();
    for (const Triple& triple : graph.triples) {
        if (triple.kind != Kind::instance || triple.missing) continue;
        int place = find(graph.view(triple.value));
        if (place < 0) {
            concepts_.emplace_back(graph.view(triple.value));
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
    for (int x : places_a_)
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

std::vector<std::pair<int, int>> SimilarityTable::pairs() const {
    std::vector<int> order(concepts_.size()), rank(concepts_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](int x, int y) { return concepts_[x] < concepts_[y]; });
    for (std::size_t k = 0; k < order.size(); ++k) rank[order[k]] = static_cast<int>(k);
    std::vector<std::pair<int, int>> ordered = pairs_;
    for (auto& [x, y] : ordered)
        if (rank[x] > rank[y]) std::swap(x, y);
    return ordered;
}

void SimilarityTable::set(std::span<const double> similarities) {
    if (similarities.size() != pairs_.size())
        throw std::invalid_argument("expected one similarity for each pair of concepts");
    std::vector<Slot> similar;
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
        const double scaled = std::ldexp(std::clamp(similarities[k], 0.0, 1.0), bits);
        const Weight similarity = static_cast<Weight>(std::llround(scaled)) * (unit >> bits);
        if (similarity > 0)
            similar.push_back({key_of(pairs_[k].first, pairs_[k].second), similarity});
    }
    slots_.assign(std::bit_ceil(2 * similar.size() + 2), Slot{});
    for (const Slot& slot : similar) slots_[slot_of(slots_, slot.key)] = slot;
}

Weight SimilarityTable::between(int x, int y) const {
    if (x == y) return x < 0 ? 0 : unit;
    if (x < 0 || y < 0) return 0;
    return slots_[slot_of(slots_, key_of(x, y))].similarity;
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
