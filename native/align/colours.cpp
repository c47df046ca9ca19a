#include "align/colours.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "support/hash.hpp"

namespace tertium {

namespace {

using Colours = std::vector<std::uint64_t>;

// FNV-1a, byte by byte: no machine's word order shows.
std::uint64_t number_of(std::string_view string) {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (char c : string) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    return hash;
}

Colours first_colours(const Graph& graph, bool top_counts) {
    Colours colours(graph.size(), 1);
    for (const Triple& t : graph.triples) {
        if (t.kind == Kind::edge) continue;
        const std::uint64_t role = t.kind == Kind::instance ? 0 : number_of(graph.view(t.role));
        const std::uint64_t value = t.missing ? 0 : number_of(graph.view(t.value));
        colours[static_cast<std::size_t>(t.source)] += mix(mix(role + 1) + value);
    }
    if (top_counts && graph.top >= 0) colours[static_cast<std::size_t>(graph.top)] += mix(2);
    return colours;
}

std::size_t count_distinct(Colours colours) {
    std::sort(colours.begin(), colours.end());
    return static_cast<std::size_t>(std::unique(colours.begin(), colours.end()) - colours.begin());
}

}  // namespace

std::vector<std::uint64_t> refined_colours(const Graph& graph, bool top_counts) {
    Colours colours = first_colours(graph, top_counts), next(graph.size());
    for (std::size_t distinct = 0, now = count_distinct(colours); now > distinct;
         now = count_distinct(colours)) {
        distinct = now;
        for (std::size_t v = 0; v < colours.size(); ++v) next[v] = mix(colours[v]);
        for (const Triple& t : graph.triples) {
            if (t.kind != Kind::edge) continue;
            const auto source = static_cast<std::size_t>(t.source),
                       target = static_cast<std::size_t>(t.target);
            const std::uint64_t role = number_of(graph.view(t.role));
            next[source] += mix(mix(colours[target] + role) + 1);
            next[target] += mix(mix(colours[source] + role) + 2);
        }
        colours.swap(next);
    }
    return colours;
}

std::vector<int> sorted_by_colour(const std::vector<std::uint64_t>& colours) {
    std::vector<int> order(colours.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int x, int y) {
        return colours[static_cast<std::size_t>(x)] < colours[static_cast<std::size_t>(y)];
    });
    return order;
}

}  // namespace tertium
