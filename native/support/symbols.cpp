#include "support/symbols.hpp"

#include "support/hash.hpp"

namespace tertium {

namespace {

// Whether strings with the same hash are equal.
bool is_equal(std::string_view a, std::string_view b) {
    return a.size() == b.size() && (a.size() <= hashed_apart || a == b);
}

}  // namespace

void SymbolTable::clear() {
    index_.clear();
    strings_.clear();
    hashes_.clear();
}

void SymbolTable::truncate(std::uint32_t count) {
    strings_.resize(count);
    hashes_.resize(count);
    index_.clear();
    for (std::uint32_t n = 0; n < count; ++n)
        index_.find_or_add(hashes_[n], n, [](std::uint32_t) { return false; });
}

std::uint32_t SymbolTable::add(std::string_view string) {
    const auto fresh = static_cast<std::uint32_t>(strings_.size());
    const std::uint64_t hash = quick_hash(string);
    const std::uint32_t symbol = index_.find_or_add(
        hash, fresh, [&](std::uint32_t n) { return is_equal(strings_[n], string); });
    if (symbol == fresh) {
        strings_.push_back(string);
        hashes_.push_back(hash);
    }
    return symbol;
}

std::int64_t SymbolTable::find(std::string_view string) const {
    const std::uint32_t symbol = index_.find(
        quick_hash(string), [&](std::uint32_t n) { return is_equal(strings_[n], string); });
    return symbol == HashIndex::none ? -1 : std::int64_t{symbol};
}

std::uint32_t Lexicon::add(std::string_view string) {
    if (const std::int64_t known = find(string); known >= 0)
        return static_cast<std::uint32_t>(known);
    strings_.emplace_back(string);
    return symbols_.add(strings_.back());
}

}  // namespace tertium
