#include "support/symbols.hpp"

#include "support/hash.hpp"

namespace tertium {

void SymbolTable::clear() {
    index_.clear();
    strings_.clear();
}

std::uint32_t SymbolTable::add(std::string_view string) {
    const auto fresh = static_cast<std::uint32_t>(strings_.size());
    const std::uint32_t symbol =
        index_.find_or_add(hash_string(string), fresh,
                           [&](std::uint32_t number) { return strings_[number] == string; });
    if (symbol == fresh) strings_.push_back(string);
    return symbol;
}

std::int64_t SymbolTable::find(std::string_view string) const {
    const std::uint32_t symbol = index_.find(
        hash_string(string), [&](std::uint32_t number) { return strings_[number] == string; });
    return symbol == HashIndex::none ? -1 : std::int64_t{symbol};
}

std::uint32_t Lexicon::add(std::string_view string) {
    if (const std::int64_t known = find(string); known >= 0)
        return static_cast<std::uint32_t>(known);
    strings_.emplace_back(string);
    return symbols_.add(strings_.back());
}

}  // namespace tertium
