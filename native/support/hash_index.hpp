/// Finding numbers by a hash: the table behind everything that numbers strings, sequences or pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tertium {

/// An open-addressing table of numbers. Whoever uses it keeps what they stand for: `same(number)`
/// says whether a number with the right hash is the one that is looked for.
class HashIndex {
  public:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    /// Forget all numbers but keep the memory. Takes no time: slots of an earlier epoch are free.
    void clear() {
        count_ = 0;
        if (++epoch_ != 0) return;
        slots_.assign(slots_.size(), Slot());
        epoch_ = 1;
    }

    /// The number that is the same, or `none`.
    template <class Same>
    std::uint32_t find(std::uint64_t hash, Same same) const {
        if (slots_.empty()) return none;
        const Slot& slot = slots_[place_of(hash, same)];
        return slot.epoch == epoch_ ? slot.number : none;
    }

    /// The number that is the same; if there is none, `fresh` is added.
    template <class Same>
    std::uint32_t find_or_add(std::uint64_t hash, std::uint32_t fresh, Same same) {
        if (slots_.empty()) slots_.resize(smallest);
        Slot& slot = slots_[place_of(hash, same)];
        if (slot.epoch == epoch_) return slot.number;
        slot = {hash, epoch_, fresh};
        if (++count_ * 2 > slots_.size()) grow();
        return fresh;
    }

  private:
    static constexpr std::size_t smallest = 256, large = 1 << 20;  // slots
    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t epoch = 0;
        std::uint32_t number = 0;
    };

    /// The slot of the number that is the same, or the free one where it belongs.
    template <class Same>
    std::size_t place_of(std::uint64_t hash, Same same) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = hash & mask;
        while (slots_[at].epoch == epoch_ && (slots_[at].hash != hash || !same(slots_[at].number)))
            at = (at + 1) & mask;
        return at;
    }

    void grow() {
        // Small tables grow quickly, large ones sparingly.
        std::vector<Slot> old(slots_.size() * (slots_.size() < large ? 4 : 2));
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.epoch == epoch_)
                slots_[place_of(slot.hash, [](std::uint32_t) { return false; })] = slot;
    }

    std::vector<Slot> slots_;
    std::uint32_t epoch_ = 1;
    std::size_t count_ = 0;
};

}  // namespace tertium
