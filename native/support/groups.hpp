/// Items grouped by a key: a counting sort.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tertium {

/// Groups items by keys 0, 1, ...; items of a group keep their order. Keeps its memory.
template <class Item = int>
class Groups {
  public:
    Groups() = default;
    template <class ForEach>
    Groups(std::size_t keys, ForEach for_each) {
        reset(keys, for_each);
    }

    /// `for_each(visit)` calls visit(key, item) for every item, and is called twice.
    template <class ForEach>
    void reset(std::size_t keys, ForEach for_each) {
        // While items are placed, begin_[key + 1] is where the next one of the key belongs; in the
        // end that is where the next key begins.
        begin_.assign(keys + 2, 0);
        for_each([&](auto key, const Item&) { ++begin_[static_cast<std::size_t>(key) + 2]; });
        for (std::size_t k = 2; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
        items_.resize(static_cast<std::size_t>(begin_.back()));
        for_each([&](auto key, const Item& item) {
            items_[static_cast<std::size_t>(begin_[static_cast<std::size_t>(key) + 1]++)] = item;
        });
    }

    /// The items of a key.
    std::span<const Item> operator[](std::size_t key) const {
        const auto begin = static_cast<std::size_t>(begin_[key]);
        const auto end = static_cast<std::size_t>(begin_[key + 1]);
        return {items_.data() + begin, end - begin};
    }
    /// All items, one group after the other.
    std::span<const Item> items() const { return items_; }

  private:
    std::vector<int> begin_;
    std::vector<Item> items_;
};

/// Where each key's run begins in a sorted list; one more, which is where the last run ends.
inline void find_runs(std::span<const int> sorted, int keys, std::vector<int>& begin) {
    begin.assign(static_cast<std::size_t>(keys) + 1, 0);
    for (int key : sorted) ++begin[static_cast<std::size_t>(key) + 1];
    for (std::size_t k = 1; k < begin.size(); ++k) begin[k] += begin[k - 1];
}

}  // namespace tertium
