/// Items grouped by a key: a counting sort.
#pragma once

#include <algorithm>
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

    /// Sort the items of each key.
    template <class Less>
    void sort(Less less) {
        for (std::size_t k = 0; k + 2 < begin_.size(); ++k)
            std::sort(items_.begin() + begin_[k], items_.begin() + begin_[k + 1], less);
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

/// The same for a list that is sorted by key: the items of a key are a run of places in it.
class Runs {
  public:
    /// Places from `first` up to `last`. (Not std::views::iota: clang 14 cannot compile it.)
    struct Places {
        struct Place {
            int at;
            int operator*() const { return at; }
            Place& operator++() { return ++at, *this; }
            bool operator!=(const Place& other) const { return at != other.at; }
        };
        int first, last;
        Place begin() const { return {first}; }
        Place end() const { return {last}; }
    };

    void reset(std::span<const int> sorted_keys, int keys) {
        begin_.assign(static_cast<std::size_t>(keys) + 1, 0);
        for (int key : sorted_keys) ++begin_[static_cast<std::size_t>(key) + 1];
        for (std::size_t k = 1; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
    }

    Places operator[](int key) const {
        const auto k = static_cast<std::size_t>(key);
        return {begin_[k], begin_[k + 1]};
    }

  private:
    std::vector<int> begin_;
};

}  // namespace tertium
