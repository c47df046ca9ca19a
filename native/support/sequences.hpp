/// Numbers for sequences, the same number for the same sequence.
///
/// A sequence is its prefix and one more pair: `ask-01 :ARG1 leave-11` is the number of `ask-01`
/// extended by (`ARG1`, `leave-11`). So a k-gram, or a label with its sorted neighbours, is
/// compared exactly by one number, without any text being put together.
#pragma once

#include <cstdint>
#include <vector>

#include "support/hash_index.hpp"

namespace tertium {

class SequenceTable {
  public:
    static constexpr std::uint32_t empty = 0;  ///< the number of the empty sequence

    void clear();
    /// The number of `prefix` extended by (first, second).
    std::uint32_t extend(std::uint32_t prefix, std::uint32_t first, std::uint32_t second);
    /// All numbers are below this.
    std::uint32_t size() const { return static_cast<std::uint32_t>(sequences_.size()); }

    /// A sequence as it was made.
    struct Sequence {
        std::uint32_t prefix = 0, first = 0, second = 0;
        bool operator==(const Sequence&) const = default;
    };
    const Sequence& operator[](std::uint32_t number) const { return sequences_[number]; }

  private:
    std::vector<Sequence> sequences_ = {Sequence()};  // by number, the empty one first
    HashIndex index_;
};

}  // namespace tertium
