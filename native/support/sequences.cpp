#include "support/sequences.hpp"

namespace tertium {

namespace {

std::size_t hash(const SequenceTable::Sequence& sequence) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15ULL;
    std::uint64_t mixed = (std::uint64_t{sequence.prefix} << 32 | sequence.first) * odd;
    mixed = ((mixed ^ mixed >> 32) + sequence.second) * odd;
    return static_cast<std::size_t>(mixed ^ mixed >> 29);
}

}  // namespace

void SequenceTable::clear() {
    sequences_.resize(1);
    if (++epoch_ != 0) return;
    slots_.assign(slots_.size(), Slot());
    epoch_ = 1;
}

std::uint32_t SequenceTable::extend(std::uint32_t prefix, std::uint32_t first,
                                    std::uint32_t second) {
    if (sequences_.size() * 2 >= slots_.size()) grow();
    const Sequence sequence{prefix, first, second};
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash(sequence) & mask;
    for (; slots_[at].epoch == epoch_; at = (at + 1) & mask)
        if (sequences_[slots_[at].number] == sequence) return slots_[at].number;
    slots_[at] = {size(), epoch_};
    sequences_.push_back(sequence);
    return size() - 1;
}

void SequenceTable::grow() {
    slots_.assign(slots_.empty() ? 256 : slots_.size() * 2, Slot());
    epoch_ = 1;
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t number = 1; number < size(); ++number) {
        std::size_t at = hash(sequences_[number]) & mask;
        while (slots_[at].epoch == epoch_) at = (at + 1) & mask;
        slots_[at] = {number, epoch_};
    }
}

}  // namespace tertium
