#include "standard.hpp"

#include <algorithm>
#include <tuple>

#include "unicode.hpp"

namespace tertium {

namespace {

bool ends_with_of(std::string_view role) {
    return role.size() >= 3 && role.substr(role.size() - 3) == "-of";
}

bool is_quoted(std::string_view value) {
    return value.size() >= 2 && value.front() == '"' && value.back() == '"';
}

}  // namespace

Graph standardise(Graph graph, const Convention& convention) {
    graph.laid_out = false;
    graph.marks.clear();
    if (convention.drop_wiki) drop_wiki(graph);
    if (convention.drop_inverse_constants) drop_inverse_constants(graph);
    if (convention.strings == Strings::first_word) first_words(graph);
    if (convention.drop_quotes) drop_quotes(graph);
    if (convention.lower_case) lower_case(graph);
    if (convention.mod != Mod::keep) unify_mod(graph, convention.mod);
    if (convention.inversion != Inversion::keep) turn_inverses(graph, convention.inversion);
    if (convention.drop_duplicates) drop_duplicates(graph);
    return graph;
}

void lower_case(Graph& graph) {
    const bool ascii =
        std::none_of(graph.text.begin(), graph.text.end(), [](char c) { return (c & 0x80) != 0; });
    if (ascii) {
        // Names of variables share the text with everything else, so only slices of triples are
        // touched.
        for (Triple& triple : graph.triples)
            for (Slice slice : {triple.role, triple.value})
                for (std::size_t i = slice.begin; i < slice.begin + slice.size; ++i)
                    if (graph.text[i] >= 'A' && graph.text[i] <= 'Z') graph.text[i] += 'a' - 'A';
        return;
    }
    for (Triple& triple : graph.triples) {
        triple.role = graph.add(to_lower(std::string(graph.view(triple.role))));
        triple.value = graph.add(to_lower(std::string(graph.view(triple.value))));
    }
}

void drop_quotes(Graph& graph) {
    for (Triple& triple : graph.triples) {
        if (!is_quoted(graph.view(triple.value))) continue;
        triple.value.begin += 1;
        triple.value.size -= 2;
    }
}

void first_words(Graph& graph) {
    const auto strip = [&](Slice& slice) {
        while (slice.size > 0 && graph.text[slice.begin + slice.size - 1] == '_') --slice.size;
    };
    for (Triple& triple : graph.triples) {
        const std::string_view value = graph.view(triple.value);
        if (is_quoted(value)) {
            triple.value.begin += 1;
            triple.value.size -= 2;
            const std::size_t blank = graph.view(triple.value).find(' ');
            if (triple.kind == Kind::attribute && blank != value.npos)
                triple.value.size = static_cast<std::uint32_t>(blank);
        }
        strip(triple.value);
        strip(triple.role);
    }
}

void drop_inverse_constants(Graph& graph) {
    std::erase_if(graph.triples, [&](const Triple& triple) {
        const std::string_view role = graph.view(triple.role);
        return triple.kind == Kind::attribute && (role == "mod" || is_inverse(role));
    });
}

void turn_inverses(Graph& graph, Inversion inversion) {
    for (Triple& triple : graph.triples) {
        if (triple.kind != Kind::edge) continue;
        const auto turn = [&] {
            triple.role.size -= 3;
            std::swap(triple.source, triple.target);
        };
        if (inversion == Inversion::amr) {
            if (is_inverse(graph.view(triple.role))) turn();
        } else {
            while (ends_with_of(graph.view(triple.role))) turn();
        }
    }
}

void unify_mod(Graph& graph, Mod mod) {
    const bool to_mod = mod == Mod::mod;
    const std::string_view from = to_mod ? "domain" : "mod", to = to_mod ? "mod" : "domain";
    for (Triple& triple : graph.triples) {
        if (triple.kind != Kind::edge) continue;
        const std::string_view role = graph.view(triple.role);
        if (role == from) {
            triple.role = graph.add(std::string(to) + "-of");
        } else if (mod != Mod::smatch && role.size() == from.size() + 3 && role.starts_with(from) &&
                   ends_with_of(role)) {
            triple.role = graph.add(to);
        }
    }
}

void drop_duplicates(Graph& graph) {
    const auto key = [&](const Triple& t) {
        return std::make_tuple(t.source, t.target, t.kind, t.missing, graph.view(t.role),
                               graph.view(t.value));
    };
    std::vector<std::size_t> order(graph.triples.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return key(graph.triples[a]) < key(graph.triples[b]);
    });
    std::vector<char> repeated(order.size());
    for (std::size_t i = 1; i < order.size(); ++i)
        repeated[order[i]] = key(graph.triples[order[i]]) == key(graph.triples[order[i - 1]]);
    std::size_t at = 0;
    std::erase_if(graph.triples, [&](const Triple&) { return repeated[at++] != 0; });
}

void drop_wiki(Graph& graph) {
    std::erase_if(graph.triples,
                  [&](const Triple& triple) { return graph.view(triple.role) == "wiki"; });
}

}  // namespace tertium
