#include "standard/standard.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "standard/reification.hpp"
#include "standard/root.hpp"
#include "support/unicode.hpp"

namespace tertium {

namespace {

// Character by character, from the end: few roles end in f.
inline bool ends_with_of(std::string_view role) {
    const char* end = role.data() + role.size();
    return role.size() >= 3 && end[-1] == 'f' && end[-2] == 'o' && end[-3] == '-';
}

struct Place {
    std::uint64_t key;
    std::uint32_t triple;
    auto operator<=>(const Place&) const = default;
};

std::vector<Place> sorted_by_ends(const Graph& graph) {
    std::vector<Place> places;
    places.reserve(graph.triples.size());
    for (const Triple& t : graph.triples) {
        const std::int32_t target = t.kind == Kind::instance ? -2 : t.target;
        places.push_back(
            {static_cast<std::uint64_t>(t.source) << 32 | static_cast<std::uint32_t>(target),
             static_cast<std::uint32_t>(places.size())});
    }
    std::sort(places.begin(), places.end());
    return places;
}

// Call visit for each run of places with the same key.
template <class Visit>
void for_runs(std::span<Place> places, Visit visit) {
    for (std::size_t begin = 0, end = 0; begin < places.size(); begin = end) {
        while (end < places.size() && places[end].key == places[begin].key) ++end;
        visit(places.subspan(begin, end - begin));
    }
}

bool is_quoted(std::string_view value) {
    return value.size() >= 2 && value.front() == '"' && value.back() == '"';
}

// Blanks before the first word are skipped; of blanks alone, nothing is left.
void keep_first_word(const Graph& graph, Slice& value) {
    const std::string_view text = graph.view(value);
    const auto is_graphic = [&](std::size_t at) { return text[at] > ' '; };  // and ASCII
    if (std::all_of(text.begin(), text.end(), [](char c) { return c > ' '; })) return;
    std::size_t begin = 0;
    while (const std::size_t blank = blank_size(text, begin)) begin += blank;
    std::size_t end = begin;
    while (end < text.size() && (is_graphic(end) || blank_size(text, end) == 0)) ++end;
    value.begin += static_cast<std::uint32_t>(begin);
    value.size = static_cast<std::uint32_t>(end - begin);
}

// smatch leaves the spaces of a concept out, but no other blanks.
void close_spaces(Graph& graph, Slice& value) {
    if (graph.view(value).find(' ') == std::string_view::npos) return;
    std::string closed(graph.view(value));
    std::erase(closed, ' ');
    value = graph.add(closed);
}

// Whether anything changed.
bool change_reification(Graph& graph, Reification reification, const ReificationTable& table,
                        Origins* origins) {
    switch (reification) {
        case Reification::dereify:
            return dereify(graph, table, false, origins);
        case Reification::reify:
            return reify(graph, table, origins);
        case Reification::canonical:
            return canonicalise_roles(graph, table, origins);
        case Reification::keep:
            break;
    }
    return false;
}

void take_steps(Graph& graph, const Convention& convention, Origins* origins) {
    graph.laid_out = false;
    graph.marks.clear();
    if (origins != nullptr) origins->start(graph);
    if (convention.wiki == Wiki::drop) drop_wiki(graph);
    if (convention.constants == Constants::drop) drop_inverse_constants(graph);
    if (convention.strings == Strings::first_word) first_words(graph);
    if (convention.quotes != Quotes::keep) drop_quotes(graph, convention.quotes);
    // smatch looks for roles as they are written: :Mod and :ARG0-OF are roles like any other.
    const bool lower = convention.case_ == Case::lower;
    const bool roles_as_written = convention.mod == Mod::smatch;
    if (lower && !roles_as_written) lower_case(graph);
    if (convention.mod != Mod::keep) unify_mod(graph, convention.mod);
    if (convention.inverse != Inverse::keep) turn_inverses(graph, convention.inverse);
    if (lower && roles_as_written) lower_case(graph);
    const bool once = convention.duplicates == Duplicates::drop;
    // SMATCH++ judges a node by its edges as they are written: one with a repeated edge has three
    // of them, and stays.
    const bool judged_first = convention.reification == Reification::dereify && convention.table;
    if (once && !judged_first) drop_duplicates(graph, origins);
    bool changed = judged_first;
    if (convention.table)
        changed |= change_reification(graph, convention.reification, *convention.table, origins);
    // A name is folded if one edge points at it, so that nodes that became the same edge have to be
    // one before; and names that are folded may become the same constant.
    if (once && changed) drop_duplicates(graph, origins);
    const bool canonical = convention.reification == Reification::canonical;
    const bool folded = convention.names == Names::fold && fold_names(graph, canonical, origins);
    if (canonical) top_at_root(graph);
    if (once && folded) drop_duplicates(graph, origins);
}

}  // namespace

Graph standardise(Graph graph, const Convention& convention, Origins* origins) {
    take_steps(graph, convention, origins);
    return graph;
}

void standardise(const PackedGraph& graph, const Convention& convention, Graph& standard,
                 Origins* origins) {
    graph.unpack(standard);
    take_steps(standard, convention, origins);
}

void lower_case(Graph& graph) {
    // Names of variables keep their case. Most often they have no capitals, and all is ASCII.
    if (graph.plain) {
        // Pointers in registers: a written character might alias the string's own.
        for (char *c = graph.text.data(), *end = c + graph.text.size(); c < end; ++c)
            *c = static_cast<char>(*c + (*c >= 'A' && *c <= 'Z' ? 'a' - 'A' : 0));
        return;
    }
    for (Triple& triple : graph.triples) {
        triple.role = graph.add(to_lower(std::string(graph.view(triple.role))));
        triple.value = graph.add(to_lower(std::string(graph.view(triple.value))));
    }
}

void drop_quotes(Graph& graph, Quotes quotes) {
    const auto is_quote = [](char c) { return c == '"' || c == '\''; };
    for (Triple& triple : graph.triples) {
        const std::string_view value = graph.view(triple.value);
        if (quotes == Quotes::all && std::any_of(value.begin(), value.end(), is_quote)) {
            std::string bare;
            std::copy_if(value.begin(), value.end(), std::back_inserter(bare),
                         [&](char c) { return !is_quote(c); });
            triple.value = graph.add(bare);
        } else if (is_quoted(value)) {
            triple.value.begin += 1;
            triple.value.size -= 2;
        }
    }
}

void first_words(Graph& graph) {
    const auto strip = [&](Slice& slice) {
        const char* text = graph.text.data();
        while (slice.size > 0 && text[slice.begin + slice.size - 1] == '_') --slice.size;
    };
    for (Triple& triple : graph.triples) {
        if (is_quoted(graph.view(triple.value))) {
            triple.value.begin += 1;
            triple.value.size -= 2;
        }
        if (triple.kind == Kind::attribute) keep_first_word(graph, triple.value);
        if (triple.kind == Kind::instance) close_spaces(graph, triple.value);
        strip(triple.value);
        strip(triple.role);
    }
}

void drop_inverse_constants(Graph& graph) {
    std::erase_if(graph.triples, [&](const Triple& triple) {
        const std::string_view role = graph.view(triple.role);
        return triple.kind == Kind::attribute &&
               (role == "mod" || (ends_with_of(role) && is_inverse(role)));
    });
}

void turn_inverses(Graph& graph, Inverse inverse) {
    for (Triple& triple : graph.triples) {
        if (triple.kind != Kind::edge) continue;
        const auto turn = [&] {
            triple.role.size -= 3;
            std::swap(triple.source, triple.target);
        };
        if (inverse == Inverse::amr) {
            const std::string_view role = graph.view(triple.role);
            if (ends_with_of(role) && is_inverse(role)) turn();
        } else {
            while (ends_with_of(graph.view(triple.role))) turn();
        }
    }
}

void unify_mod(Graph& graph, Mod mod) {
    const bool to_mod = mod == Mod::mod;
    const std::string_view from = to_mod ? "domain" : "mod", to = to_mod ? "mod" : "domain";
    for (Triple& triple : graph.triples) {
        // Kinds cannot be foreseen, but most roles have another length.
        if (triple.role.size != from.size() && triple.role.size != from.size() + 3) continue;
        if (triple.kind == Kind::instance || (triple.kind == Kind::attribute && mod == Mod::smatch))
            continue;
        const std::string_view role = graph.view(triple.role);
        if (role == from) {
            triple.role = graph.add(std::string(to) + "-of");
        } else if (mod != Mod::smatch && role.size() == from.size() + 3 && role.starts_with(from) &&
                   ends_with_of(role)) {
            triple.role = graph.add(to);
        }
    }
}

void drop_duplicates(Graph& graph, Origins* origins) {
    const auto words = [&](const Place& place) {
        const Triple& t = graph.triples[place.triple];
        return std::tuple(t.missing, graph.view(t.role), graph.view(t.value));
    };
    // Equal triples have the same ends. Only those that share them are compared further: two by
    // two, more after sorting by a hash of their words.
    std::vector<Place> places = sorted_by_ends(graph);
    std::vector<char> repeated(places.size());
    bool any = false;
    const auto mark_repeated = [&](std::span<Place> alike) {
        for (std::size_t later = 1; later < alike.size(); ++later)
            for (std::size_t k = 0; k < later && !repeated[alike[later].triple]; ++k) {
                if (words(alike[k]) != words(alike[later])) continue;
                repeated[alike[later].triple] = any = true;
                if (origins != nullptr)
                    origins->merge(graph.triples[alike[k].triple],
                                   graph.triples[alike[later].triple]);
            }
    };
    for_runs(std::span(places), [&](std::span<Place> same_ends) {
        if (same_ends.size() <= 2) return mark_repeated(same_ends);
        for (Place& place : same_ends) {
            const Triple& t = graph.triples[place.triple];
            place.key = hash_string(graph.view(t.role)) * 31 + hash_string(graph.view(t.value));
        }
        std::sort(same_ends.begin(), same_ends.end());
        for_runs(same_ends, mark_repeated);
    });
    if (!any) return;
    std::size_t at = 0;
    std::erase_if(graph.triples, [&](const Triple&) { return repeated[at++] != 0; });
}

void drop_wiki(Graph& graph) {
    std::erase_if(graph.triples,
                  [&](const Triple& triple) { return graph.view(triple.role) == "wiki"; });
}

}  // namespace tertium
