#include "support/symbols.hpp"

#include <algorithm>

#include "support/hash.hpp"

namespace tertium {

void SymbolTable::clear() {
    if (slots_.empty()) slots_.resize(256);
    ++epoch_;
    count_ = 0;
    if (epoch_ == 0) {  // the counter went around: old marks would look fresh
        std::fill(slots_.begin(), slots_.end(), Slot{});
        epoch_ = 1;
    }
}

std::size_t SymbolTable::slot_of(std::string_view string, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].epoch == epoch_ && (slots_[at].hash != hash || slots_[at].string != string))
        at = (at + 1) & mask;
    return at;
}

std::uint32_t SymbolTable::add(std::string_view string) {
    const std::uint64_t hash = hash_string(string);
    const std::size_t at = slot_of(string, hash);
    if (slots_[at].epoch == epoch_) return slots_[at].symbol;
    const std::uint32_t symbol = count_++;
    slots_[at] = {hash, epoch_, symbol, string};
    if (count_ * 2 > slots_.size()) grow();
    return symbol;
}

std::int64_t SymbolTable::find(std::string_view string) const {
    if (slots_.empty()) return -1;
    const Slot& slot = slots_[slot_of(string, hash_string(string))];
    return slot.epoch == epoch_ ? std::int64_t{slot.symbol} : -1;
}

void SymbolTable::grow() {
    std::vector<Slot> old = std::move(slots_);
    slots_.assign(old.size() * 2, Slot{});
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.epoch != epoch_) continue;
        std::size_t at = slot.hash & mask;
        while (slots_[at].epoch == epoch_) at = (at + 1) & mask;
        slots_[at] = slot;
    }
}

}  // namespace tertium
