/// Weights by what a triple says (Opitz 2023, limitations: "weigh triples depending on label
/// importance").
///
///     attribute  polarity  5
///     relation   arg#      2
///
/// A rule has the type of a triple, a pattern for its label (the concept of an instance, the role
/// of a relation or attribute; a top has no label) and a factor. The first rule that fits counts,
/// and a triple that none fits counts one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "align/weight.hpp"

namespace tertium {

enum class TripleType : std::uint8_t { instance, attribute, relation, top };

struct LabelRule {
    bool any_type = false;
    TripleType type = TripleType::instance;
    std::string pattern;  ///< with `*` for any characters and `#` for a digit
    Weight factor = unit;
};

class LabelWeights {
  public:
    explicit LabelWeights(std::vector<LabelRule> rules) : rules_(std::move(rules)) {}
    Weight of(TripleType type, std::string_view label) const;
    const std::vector<LabelRule>& rules() const { return rules_; }

  private:
    std::vector<LabelRule> rules_;
};

/// The factors of the symbols of a pair, by the type of the triples that use them as labels.
class SymbolWeights {
  public:
    void clear();
    /// Look a symbol up, once.
    void add(const LabelWeights& labels, TripleType type, std::uint32_t symbol,
             std::string_view label);
    Weight of(TripleType type, std::uint32_t symbol) const {
        return factors_[static_cast<std::size_t>(type)][symbol];
    }

  private:
    static constexpr Weight unknown = -1;
    std::vector<Weight> factors_[4];
};

}  // namespace tertium
