/// Postings: for each feature the graphs that have it.
///
///     boy             graph 3 once, graph 8 twice
///     want-01 boy     graph 8 once
///
/// Metrics without an alignment compare bags of features, such as k-grams, motifs or labels. What a
/// graph shares with every other graph is found by walking along the postings of its features, and
/// graphs that share nothing are never looked at.
///
/// A feature is the hash of its text, and each has an *order*, such as the length of a k-gram, by
/// which shares are added up. Two features with the same hash count as one, and weights are rounded
/// up to single precision: both can only raise what seems to be shared, so it is a bound.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/segment.hpp"
#include "search/sketches.hpp"

namespace tertium {

struct Posting {
    std::uint32_t graph;
    float weight;
};

/// A feature of a graph.
struct Feature {
    std::uint64_t key = 0;
    std::uint32_t order = 0;  ///< from 0
    double weight = 0;
};

/// How the weights of a feature in two graphs become what they share.
enum class Sharing : std::uint8_t { lesser, product };

/// The key of a feature with this text.
std::uint64_t feature_key(std::string_view text, std::uint32_t order);

/// Sort features and add up those with the same key.
void merge_features(std::vector<Feature>& features);

/// Write documents with their features, and a row of `columns` numbers for each.
std::vector<std::byte> write_postings(std::span<const Document> documents,
                                      const std::vector<std::vector<Feature>>& features,
                                      const std::vector<double>& totals, std::size_t columns);

/// The rows of numbers of a segment, none of them negative or too large to be a count.
std::span<const double> totals_of(const Segment& segment);

/// The features of a segment.
class Postings {
  public:
    explicit Postings(const Segment& segment);
    std::size_t size() const { return graphs_; }

    /// Add what each graph shares with these features to `sums`, which has `orders` numbers for
    /// each graph; `touched` gets the graphs that share something.
    void share(std::span<const Feature> features, Sharing sharing, std::size_t orders,
               std::vector<double>& sums, std::vector<std::uint32_t>& touched) const;

  private:
    std::size_t graphs_;
    std::span<const std::uint64_t> keys_;
    std::span<const std::uint32_t> orders_;
    Ragged<Posting> postings_;
};

}  // namespace tertium
