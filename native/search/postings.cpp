#include "search/postings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "support/hash.hpp"

namespace tertium {

namespace {

float rounded_up(double weight) {
    const auto single = static_cast<float>(weight);
    return single < weight ? std::nextafter(single, std::numeric_limits<float>::infinity())
                           : single;
}

bool is_count(double number) { return number >= 0 && number <= 0x1p53; }

}  // namespace

std::uint64_t feature_key(std::string_view text, std::uint32_t order) {
    return hash_string(text) ^ (order + 1) * 0x9E3779B97F4A7C15ULL;
}

void merge_features(std::vector<Feature>& features) {
    std::sort(features.begin(), features.end(), [](const Feature& x, const Feature& y) {
        return std::tuple(x.key, x.order, x.weight) < std::tuple(y.key, y.order, y.weight);
    });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < features.size(); ++i) {
        if (features[i].key == features[kept].key)
            features[kept].weight += features[i].weight;
        else
            features[++kept] = features[i];
    }
    if (!features.empty()) features.resize(kept + 1);
}

std::vector<std::byte> write_postings(std::span<const Document> documents,
                                      const std::vector<std::vector<Feature>>& features,
                                      const std::vector<double>& totals, std::size_t columns) {
    struct Entry {
        Feature feature;
        std::uint32_t graph;
    };
    std::vector<Entry> entries;
    for (std::uint32_t g = 0; g < features.size(); ++g)
        for (const Feature& feature : features[g]) entries.push_back({feature, g});
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& x, const Entry& y) { return x.feature.key < y.feature.key; });
    std::vector<std::uint64_t> keys, begin{0};
    std::vector<std::uint32_t> orders;
    std::vector<Posting> postings;
    for (const Entry& entry : entries) {
        if (keys.empty() || keys.back() != entry.feature.key) {
            if (!keys.empty()) begin.push_back(postings.size());
            keys.push_back(entry.feature.key);
            orders.push_back(entry.feature.order);
        }
        postings.push_back({entry.graph, rounded_up(entry.feature.weight)});
    }
    if (!keys.empty()) begin.push_back(postings.size());
    std::vector<std::uint32_t> order(documents.size());
    std::iota(order.begin(), order.end(), 0U);
    const Catalogue catalogue(documents, order);
    SegmentWriter writer;
    catalogue.write(writer);
    writer.add(Section::feature_keys, keys);
    writer.add(Section::feature_orders, orders);
    writer.add(Section::posting_begin, begin);
    writer.add(Section::postings, postings);
    writer.add(Section::totals, totals);
    return writer.write(SegmentKind::features, documents.size(), columns);
}

std::span<const double> totals_of(const Segment& segment) {
    const auto totals = segment.per_graph<double>(Section::totals, segment.columns());
    for (const double number : totals)
        if (number != 0 && !(number > 1e-6 && is_count(number)))
            throw DamagedSegment("a total is not a number of features");
    return totals;
}

Postings::Postings(const Segment& segment)
    : graphs_(segment.graphs()),
      keys_(segment.section<std::uint64_t>(Section::feature_keys)),
      orders_(segment.section<std::uint32_t>(Section::feature_orders)),
      postings_(segment.ragged<Posting>(Section::posting_begin, Section::postings)) {
    if (segment.kind() != SegmentKind::features)
        throw DamagedSegment("the segment has no features");
    if (orders_.size() != keys_.size() || postings_.begin.size() != keys_.size() + 1)
        throw DamagedSegment("a section has a wrong length");
}

void Postings::share(std::span<const Feature> features, Sharing sharing, std::size_t orders,
                     std::vector<double>& sums, std::vector<std::uint32_t>& touched) const {
    sums.assign(graphs_ * orders, 0.0);
    std::vector<char> seen(graphs_);
    touched.clear();
    for (const Feature& feature : features) {
        const auto found = std::lower_bound(keys_.begin(), keys_.end(), feature.key);
        if (found == keys_.end() || *found != feature.key) continue;
        const auto place = static_cast<std::size_t>(found - keys_.begin());
        const std::size_t order = orders_[place];
        if (order >= orders) throw DamagedSegment("a feature has an unknown order");
        for (const Posting& posting : postings_[place]) {
            if (posting.graph >= graphs_) throw DamagedSegment("a posting has an unknown graph");
            const double weight = posting.weight;
            if (!is_count(weight)) throw DamagedSegment("a feature has a wrong weight");
            sums[posting.graph * orders + order] += sharing == Sharing::lesser
                                                        ? std::min(weight, feature.weight)
                                                        : weight * feature.weight;
            if (seen[posting.graph] == 0) touched.push_back(posting.graph);
            seen[posting.graph] = 1;
        }
    }
}

}  // namespace tertium
