/// Reification: a role written as a concept, and back.
///
///     (k / knife :location (d / drawer))
///     (k / knife :ARG1-of (b / be-located-at-91 :ARG2 (d / drawer)))
///
/// mean the same (AMR guidelines, "Reification"). A rule says which concept stands for which role,
/// and which of its arguments are the role's source and target. Roles are expected without inverse
/// edges; run the steps of standard.hpp first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/graph.hpp"
#include "standard/origins.hpp"
#include "support/hash.hpp"

namespace tertium {

struct ReificationRule {
    std::string role;
    std::string concept_;
    std::string source;  ///< the concept's argument that is the role's source
    std::string target;
};

/// The rules, found by role and by concept. Where two rules dereify the same concept and arguments,
/// the first counts.
class ReificationTable {
  public:
    ReificationTable() = default;
    explicit ReificationTable(std::vector<ReificationRule> rules);

    bool empty() const { return rules_.empty(); }
    const ReificationRule* of_role(std::string_view role) const;
    /// Whether some rule has this concept.
    bool has_concept(std::string_view concept_) const { return by_concept_.contains(concept_); }
    /// The rule of a role that does not come back: its node dereifies to another role, as that of
    /// `superset` does to `subset`.
    const ReificationRule* of_shadowed_role(std::string_view role) const;
    /// The rule of a node with this concept and exactly these two argument roles.
    const ReificationRule* of_node(std::string_view concept_, std::string_view role,
                                   std::string_view other) const;

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return hash_string(text); }
    };
    template <class Value>
    using Map = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;
    std::vector<ReificationRule> rules_;
    Map<std::size_t> by_role_;
    Map<std::vector<std::size_t>> by_concept_;
};

// Steps that return a bool return whether they may have changed anything.

/// Turn every role that has a rule into a node of its own.
bool reify(Graph& graph, const ReificationTable& table, Origins* origins = nullptr);

/// Give every meaning one spelling: what reifying and then dereifying everything, at the top too,
/// leaves. Only shadowed roles need to be reified for that; all others come back as they were.
bool canonicalise_roles(Graph& graph, const ReificationTable& table, Origins* origins = nullptr);

/// Turn nodes back into roles where that is well defined: the node has one concept, exactly the two
/// arguments of its rule and no other triple, nothing points at it, its source is a variable, and
/// it is not the top (unless `even_top`: then the graph may be left without one).
bool dereify(Graph& graph, const ReificationTable& table, bool even_top,
             Origins* origins = nullptr);

/// Fold each name into one constant: `:name (n / name :op1 "New" :op2 "York")` becomes
/// `:name "New York"`. Only where nothing is lost: one edge points at the name, and it has nothing
/// but the concept `name` and `:op` constants, numbered from 1 without gaps. A blank or backslash
/// inside a part gets a backslash.
bool fold_names(Graph& graph, bool even_top, Origins* origins = nullptr);

/// Drop variables that no triple mentions any more; the others keep their order.
void drop_unused_variables(Graph& graph);

}  // namespace tertium
