/// Numbers for strings, so that comparing strings is comparing numbers.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "support/hash_index.hpp"

namespace tertium {

/// Gives small numbers to strings, the same number to the same string. The strings must outlive
/// their use.
class SymbolTable {
  public:
    void clear();
    /// Forget all strings but the first `count`.
    void truncate(std::uint32_t count);
    std::uint32_t add(std::string_view string);
    /// The number of a string, -1 if it has none.
    std::int64_t find(std::string_view string) const;
    std::string_view operator[](std::uint32_t symbol) const { return strings_[symbol]; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(strings_.size()); }

  private:
    HashIndex index_;
    std::vector<std::string_view> strings_;  // by number
    std::vector<std::uint64_t> hashes_;
};

/// Symbols that own their strings.
class Lexicon {
  public:
    Lexicon() = default;
    Lexicon(const Lexicon&) = delete;  // symbols point into the strings
    Lexicon& operator=(const Lexicon&) = delete;

    std::uint32_t add(std::string_view string);
    /// The number of a string, -1 if it has none.
    std::int64_t find(std::string_view string) const { return symbols_.find(string); }
    std::string_view operator[](std::uint32_t symbol) const { return strings_[symbol]; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(strings_.size()); }

  private:
    std::deque<std::string> strings_;  // a deque, because its strings never move
    SymbolTable symbols_;
};

}  // namespace tertium
