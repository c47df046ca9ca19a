/// The features of graphs, as metrics without an alignment list them.
#pragma once

#include <vector>

#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "search/postings.hpp"

namespace tertium::python {

using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;

/// Memory for Python, which frees it.
inline Bytes give_bytes(std::vector<std::byte> bytes) {
    auto* kept = new std::vector<std::byte>(std::move(bytes));
    nb::capsule owner(kept,
                      [](void* p) noexcept { delete static_cast<std::vector<std::byte>*>(p); });
    return Bytes(kept->data(), {kept->size()}, owner);
}

/// The features of each graph, merged, and the sum of the squares of their weights before that.
struct FeatureLists {
    std::vector<std::vector<Feature>> lists;
    std::vector<double> squares;

    /// Add a graph by the parts that an explanation of it names; shares are added up by the parts'
    /// orders, from 1 to `columns`, or all together if that is 1.
    template <class Parts>
    void add(const Parts& parts, std::uint32_t columns) {
        std::vector<Feature> features;
        double sum = 0;
        for (const auto& part : parts) {
            const auto order = static_cast<std::uint32_t>(part.order);
            const std::uint32_t column = columns > 1 ? order - 1 : 0;
            features.push_back({feature_key(part.text, order), column, part.a});
            sum += part.a * part.a;
        }
        merge_features(features);
        lists.push_back(std::move(features));
        squares.push_back(sum);
    }
};

void bind_postings(nb::module_& m);

}  // namespace tertium::python
