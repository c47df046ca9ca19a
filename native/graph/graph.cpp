#include "graph/graph.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "support/encoding.hpp"
#include "support/hash.hpp"

namespace tertium {

namespace {

constexpr std::size_t few_names = 24;  // up to here a linear scan beats hashing
constexpr std::size_t key_bytes = 7;

// A name of up to seven bytes is its key; longer ones with the same key may differ.
std::uint64_t key_of(std::string_view name) {
    std::uint64_t key = std::min<std::size_t>(name.size(), 255);
    for (char c : name.substr(0, key_bytes)) key = key << 8 | static_cast<unsigned char>(c);
    return key;
}

void require_room(std::size_t size) {
    if (size > std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("a graph's strings exceed 4 GB");
}

}  // namespace

Slice Graph::add(std::string_view string) {
    require_room(text.size() + string.size());
    Slice slice{static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(string.size())};
    text.append(string);
    plain = plain && is_ascii(string);
    return slice;
}

bool is_inverse(std::string_view role) {
    if (role.size() < 3 || role.substr(role.size() - 3) != "-of") return false;
    return role != "consist-of" && role != "prep-out-of" && role != "prep-on-behalf-of";
}

void VariableIndex::clear() {
    names_.clear();
    keys_.clear();
    index_.clear();
}

std::int32_t VariableIndex::find(std::string_view name) const {
    if (names_.size() > few_names) {
        const std::uint32_t found =
            index_.find(quick_hash(name), [&](std::uint32_t v) { return names_[v] == name; });
        return static_cast<std::int32_t>(found);  // -1 for none
    }
    const std::uint64_t key = key_of(name);
    for (std::size_t i = 0; i < keys_.size(); ++i)
        if (keys_[i] == key && (name.size() <= key_bytes || names_[i] == name))
            return static_cast<std::int32_t>(i);
    return -1;
}

std::int32_t VariableIndex::add(std::string_view name) {
    const std::int32_t known = find(name);
    if (known >= 0) return known;
    names_.push_back(name);
    keys_.push_back(key_of(name));
    // The first one too many brings the others along.
    if (names_.size() == few_names + 1)
        for (std::uint32_t v = 0; v < few_names; ++v) enter(v);
    if (names_.size() > few_names) enter(static_cast<std::uint32_t>(names_.size() - 1));
    return static_cast<std::int32_t>(names_.size() - 1);
}

void VariableIndex::enter(std::uint32_t variable) {
    index_.find_or_add(quick_hash(names_[variable]), variable, [](std::uint32_t) { return false; });
}

std::int32_t find_top(const VariableIndex& names, std::string_view top) {
    if (names.names().empty()) throw std::invalid_argument("a graph needs at least one triple");
    const std::int32_t found = top.empty() ? 0 : names.find(top);
    if (found < 0)
        throw std::invalid_argument("the top '" + std::string(top) +
                                    "' is not the source of any triple");
    return found;
}

Graph graph_from_triples(const std::vector<NamedTriple>& triples, std::string_view top) {
    VariableIndex index;
    for (const auto& triple : triples) index.add(triple.source);
    Graph graph;
    graph.laid_out = false;
    graph.top = find_top(index, top);
    for (auto name : index.names()) graph.variables.push_back(graph.add(name));
    for (const auto& given : triples) {
        std::string_view role = given.role;
        if (!role.empty() && role.front() == ':') role.remove_prefix(1);
        Triple triple;
        triple.source = index.find(given.source);
        triple.role = graph.add(role);
        triple.missing = given.missing;
        if (role == "instance") {
            triple.kind = Kind::instance;
        } else if (!given.missing && (triple.target = index.find(given.target)) >= 0) {
            triple.kind = Kind::edge;
        }
        if (triple.kind != Kind::edge) triple.value = graph.add(given.target);
        graph.triples.push_back(triple);
    }
    return graph;
}

}  // namespace tertium
