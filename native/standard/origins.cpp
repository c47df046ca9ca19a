#include "standard/origins.hpp"

#include <algorithm>

namespace tertium {

void Origins::start(Graph& graph) {
    lists_.clear();
    for (Triple& triple : graph.triples) {
        triple.origin = static_cast<std::int32_t>(lists_.size());
        lists_.push_back({triple.origin});
    }
}

void Origins::merge(const Triple& triple, const Triple& other) {
    auto& list = lists_[static_cast<std::size_t>(triple.origin)];
    const auto& added = lists_[static_cast<std::size_t>(other.origin)];
    list.insert(list.end(), added.begin(), added.end());
}

void Origins::copy(Triple& made, const Triple& triple) {
    made.origin = static_cast<std::int32_t>(lists_.size());
    lists_.emplace_back(lists_[static_cast<std::size_t>(triple.origin)]);
}

std::vector<std::vector<std::int32_t>> Origins::of(const Graph& graph) const {
    std::vector<std::vector<std::int32_t>> found;
    for (const Triple& triple : graph.triples) {
        auto& list = found.emplace_back(lists_[static_cast<std::size_t>(triple.origin)]);
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return found;
}

}  // namespace tertium
