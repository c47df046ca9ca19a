#include "align/labels.hpp"

#include "standard/subgraph.hpp"

namespace tertium {

Weight LabelWeights::of(TripleType type, std::string_view label) const {
    for (const LabelRule& rule : rules_)
        if ((rule.any_type || rule.type == type) && fits(label, rule.pattern)) return rule.factor;
    return unit;
}

void SymbolWeights::clear() {
    for (std::vector<Weight>& factors : factors_) factors.clear();
}

void SymbolWeights::add(const LabelWeights& labels, TripleType type, std::uint32_t symbol,
                        std::string_view label) {
    std::vector<Weight>& factors = factors_[static_cast<std::size_t>(type)];
    if (factors.size() <= symbol) factors.resize(symbol + 1, unknown);
    if (factors[symbol] == unknown) factors[symbol] = labels.of(type, label);
}

}  // namespace tertium
