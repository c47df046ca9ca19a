#include "support/sequences.hpp"

namespace tertium {

namespace {

std::uint64_t hash(const SequenceTable::Sequence& sequence) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15ULL;
    std::uint64_t mixed = (std::uint64_t{sequence.prefix} << 32 | sequence.first) * odd;
    mixed = ((mixed ^ mixed >> 32) + sequence.second) * odd;
    return mixed ^ mixed >> 32;
}

}  // namespace

void SequenceTable::clear() {
    sequences_.resize(1);
    index_.clear();
}

std::uint32_t SequenceTable::extend(std::uint32_t prefix, std::uint32_t first,
                                    std::uint32_t second) {
    const Sequence sequence{prefix, first, second};
    const std::uint32_t number = index_.find_or_add(
        hash(sequence), size(), [&](std::uint32_t other) { return sequences_[other] == sequence; });
    if (number == size()) sequences_.push_back(sequence);
    return number;
}

}  // namespace tertium
