/// Numbers for strings, so that comparing strings is comparing numbers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tertium {

/// Gives small numbers to strings, the same number to the same string.
class SymbolTable {
  public:
    void clear();
    std::uint32_t add(std::string_view string);
    /// The number of a string, -1 if it has none.
    std::int64_t find(std::string_view string) const;

  private:
    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t epoch = 0;  // slots of an earlier epoch are free: clearing costs nothing
        std::uint32_t symbol = 0;
        std::string_view string;
    };
    /// The slot of a string, or the free one where it belongs.
    std::size_t slot_of(std::string_view string, std::uint64_t hash) const;
    void grow();
    std::vector<Slot> slots_;
    std::uint32_t epoch_ = 0;
    std::uint32_t count_ = 0;
};

}  // namespace tertium
