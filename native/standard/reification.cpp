#include "standard/reification.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "support/groups.hpp"

namespace tertium {

namespace {

/// The triples of each variable, and how many edges point at it.
struct Incidence {
    explicit Incidence(const Graph& graph)
        : outgoing(graph.size(),
                   [&](auto visit) {
                       for (std::size_t i = 0; i < graph.triples.size(); ++i)
                           visit(graph.triples[i].source, i);
                   }),
          incoming(graph.size()) {
        for (const Triple& triple : graph.triples)
            if (triple.kind == Kind::edge) ++incoming[triple.target];
    }

    Groups<std::size_t> outgoing;
    std::vector<int> incoming;
};

bool is_string(std::string_view value) {
    return value.size() >= 2 && value.front() == '"' && value.back() == '"';
}

/// The number N of a role opN, if it is one.
std::optional<unsigned long> op_number(std::string_view role) {
    if (role.size() < 3 || role.size() > 8 ||
        (role.substr(0, 2) != "op" && role.substr(0, 2) != "OP"))
        return {};
    unsigned long number = 0;
    for (char c : role.substr(2)) {
        if (c < '0' || c > '9') return {};
        number = number * 10 + static_cast<unsigned long>(c - '0');
    }
    return number;
}

/// Gives names to new variables: underscores that begin no other word of the graph, and a number.
class FreshNames {
  public:
    explicit FreshNames(const Graph& graph) {
        const auto clashes = [&](Slice slice) { return graph.view(slice).starts_with(prefix_); };
        const auto any_clash = [&] {
            return std::any_of(graph.variables.begin(), graph.variables.end(), clashes) ||
                   std::any_of(graph.triples.begin(), graph.triples.end(),
                               [&](const Triple& t) { return clashes(t.value); });
        };
        while (any_clash()) prefix_ += '_';
    }

    std::string next() { return prefix_ + std::to_string(++counter_); }

  private:
    std::string prefix_ = "_";
    int counter_ = 0;
};

}  // namespace

ReificationTable::ReificationTable(std::vector<ReificationRule> rules) : rules_(std::move(rules)) {
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        by_role_.emplace(rules_[i].role, i);
        by_concept_[rules_[i].concept_].push_back(i);
    }
}

const ReificationRule* ReificationTable::of_role(std::string_view role) const {
    const auto found = by_role_.find(role);
    return found == by_role_.end() ? nullptr : &rules_[found->second];
}

const ReificationRule* ReificationTable::of_shadowed_role(std::string_view role) const {
    const ReificationRule* rule = of_role(role);
    const bool comes_back =
        rule == nullptr || of_node(rule->concept_, rule->source, rule->target) == rule;
    return comes_back ? nullptr : rule;
}

const ReificationRule* ReificationTable::of_node(std::string_view concept_, std::string_view role,
                                                 std::string_view other) const {
    const auto found = by_concept_.find(concept_);
    if (found == by_concept_.end()) return nullptr;
    for (std::size_t i : found->second) {
        const ReificationRule& rule = rules_[i];
        if ((rule.source == role && rule.target == other) ||
            (rule.source == other && rule.target == role))
            return &rule;
    }
    return nullptr;
}

namespace {

// Turn the roles for which `rule_of` gives a rule into nodes.
template <class RuleOf>
bool reify_roles(Graph& graph, Origins* origins, RuleOf rule_of) {
    std::optional<FreshNames> names;  // made when the first is needed
    std::vector<Triple> added;
    for (Triple& triple : graph.triples) {
        if (triple.kind == Kind::instance) continue;
        const ReificationRule* rule = rule_of(graph.view(triple.role));
        if (rule == nullptr) continue;
        const auto node = static_cast<std::int32_t>(graph.size());
        if (!names) names.emplace(graph);
        const std::string name = names->next();
        graph.variables.push_back(graph.add(name));
        Triple instance;
        instance.source = node;
        instance.kind = Kind::instance;
        instance.role = graph.add("instance");
        instance.value = graph.add(rule->concept_);
        Triple source;
        source.source = node;
        source.target = triple.source;
        source.kind = Kind::edge;
        source.role = graph.add(rule->source);
        if (origins != nullptr) {
            origins->copy(instance, triple);
            origins->copy(source, triple);
        }
        added.insert(added.end(), {instance, source});
        triple.source = node;
        triple.role = graph.add(rule->target);
    }
    graph.triples.insert(graph.triples.end(), added.begin(), added.end());
    return !added.empty();
}

}  // namespace

bool reify(Graph& graph, const ReificationTable& table, Origins* origins) {
    return reify_roles(graph, origins, [&](std::string_view role) { return table.of_role(role); });
}

bool canonicalise_roles(Graph& graph, const ReificationTable& table, Origins* origins) {
    const bool reified = reify_roles(
        graph, origins, [&](std::string_view role) { return table.of_shadowed_role(role); });
    return dereify(graph, table, true, origins) || reified;
}

namespace {

void drop_triples(Graph& graph, const std::vector<char>& gone) {
    std::size_t at = 0;
    std::erase_if(graph.triples, [&](const Triple&) { return gone[at++] != 0; });
    drop_unused_variables(graph);
}

}  // namespace

bool dereify(Graph& graph, const ReificationTable& table, bool even_top, Origins* origins) {
    const bool worth_a_look =
        std::any_of(graph.triples.begin(), graph.triples.end(), [&](const Triple& t) {
            return t.kind == Kind::instance && table.has_concept(graph.view(t.value));
        });
    if (!worth_a_look) return false;
    const Incidence incidence(graph);
    std::vector<char> gone(graph.triples.size());
    bool any = false;
    for (std::size_t v = 0; v < graph.size(); ++v) {
        const auto own = incidence.outgoing[v];
        const bool is_top = static_cast<std::int32_t>(v) == graph.top;
        if (own.size() != 3 || incidence.incoming[v] > 0 || (is_top && !even_top)) continue;
        const auto concept_of = std::find_if(own.begin(), own.end(), [&](std::size_t i) {
            return graph.triples[i].kind == Kind::instance && !graph.triples[i].missing;
        });
        if (concept_of == own.end()) continue;
        std::size_t ends[2], count = 0;
        for (std::size_t i : own)
            if (i != *concept_of) ends[count++] = i;
        Triple *first = &graph.triples[ends[0]], *second = &graph.triples[ends[1]];
        if (first->kind == Kind::instance || second->kind == Kind::instance) continue;
        const ReificationRule* rule =
            table.of_node(graph.view(graph.triples[*concept_of].value), graph.view(first->role),
                          graph.view(second->role));
        if (rule == nullptr) continue;
        if (graph.view(first->role) != rule->source)
            std::swap(first, second), std::swap(ends[0], ends[1]);
        if (first->kind != Kind::edge) continue;  // a constant cannot have a role
        second->source = first->target;
        second->role = graph.add(rule->role);
        gone[ends[0]] = gone[*concept_of] = 1;
        if (origins != nullptr)
            for (std::size_t i : {ends[0], *concept_of}) origins->merge(*second, graph.triples[i]);
        if (is_top) graph.top = -1;
        any = true;
    }
    if (!any) return false;
    drop_triples(graph, gone);
    return true;
}

namespace {

// The parts of a name in order: the :op constants, numbered from 1. Empty if there are other
// triples, so that nothing gets lost.
std::vector<std::size_t> parts_of_name(const Graph& graph, std::span<const std::size_t> triples) {
    std::vector<std::pair<unsigned long, std::size_t>> numbered;
    int concepts = 0;
    for (std::size_t i : triples) {
        const Triple& triple = graph.triples[i];
        if (triple.kind == Kind::instance) {
            ++concepts;
            if (graph.view(triple.value) != "name") return {};
        } else {
            const auto number = op_number(graph.view(triple.role));
            if (!number || triple.kind != Kind::attribute || triple.missing) return {};
            numbered.emplace_back(*number, i);
        }
    }
    if (concepts != 1) return {};
    std::sort(numbered.begin(), numbered.end());
    std::vector<std::size_t> parts;
    for (const auto& [number, i] : numbered) {
        parts.push_back(i);
        if (number != parts.size()) return {};
    }
    return parts;
}

// Parts as one string, with blanks between them and a backslash before blanks inside.
std::string joined_name(const Graph& graph, std::span<const std::size_t> parts) {
    std::string name = "\"";
    for (std::size_t i : parts) {
        std::string_view part = graph.view(graph.triples[i].value);
        if (is_string(part)) part = part.substr(1, part.size() - 2);
        if (i != parts.front()) name += ' ';
        for (char c : part) {
            if (c == ' ' || c == '\\') name += '\\';
            name += c;
        }
    }
    return name + '"';
}

}  // namespace

bool fold_names(Graph& graph, bool even_top, Origins* origins) {
    const auto names = [&](const Triple& t) {
        return t.kind == Kind::edge && graph.view(t.role) == "name";
    };
    if (std::none_of(graph.triples.begin(), graph.triples.end(), names)) return false;
    const Incidence incidence(graph);
    std::vector<char> gone(graph.triples.size());
    for (Triple& edge : graph.triples) {
        if (!names(edge) || edge.source == edge.target) continue;
        const bool is_top = edge.target == graph.top;
        if (incidence.incoming[edge.target] != 1 || (is_top && !even_top)) continue;
        const auto own = incidence.outgoing[static_cast<std::size_t>(edge.target)];
        const std::vector<std::size_t> parts = parts_of_name(graph, own);
        if (parts.empty()) continue;
        for (std::size_t i : own) {
            gone[i] = 1;
            if (origins != nullptr) origins->merge(edge, graph.triples[i]);
        }
        if (is_top) graph.top = -1;
        edge.kind = Kind::attribute;
        edge.target = -1;
        edge.value = graph.add(joined_name(graph, parts));
    }
    drop_triples(graph, gone);
    return true;
}

void drop_unused_variables(Graph& graph) {
    std::vector<std::int32_t> number(graph.size(), -1);
    if (graph.top >= 0) number[graph.top] = 0;
    for (const Triple& triple : graph.triples) {
        number[triple.source] = 0;
        if (triple.kind == Kind::edge) number[triple.target] = 0;
    }
    std::int32_t count = 0;
    std::vector<Slice> kept;
    for (std::size_t v = 0; v < number.size(); ++v) {
        if (number[v] < 0) continue;
        number[v] = count++;
        kept.push_back(graph.variables[v]);
    }
    graph.variables = std::move(kept);
    for (Triple& triple : graph.triples) {
        triple.source = number[triple.source];
        if (triple.kind == Kind::edge) triple.target = number[triple.target];
    }
    if (graph.top >= 0) graph.top = number[graph.top];
}

}  // namespace tertium
