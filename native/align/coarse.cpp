// Alignment by colours: a variable's first colour is the set of its facts; each round mixes in the
// colours of its neighbours (Weisfeiler & Leman 1968). Variables are aligned in order within the
// finest colour they share, then within coarser ones; what is left, once more without facts: their
// edges may match.
#include "align/coarse.hpp"

#include <map>

#include "support/hash.hpp"

namespace tertium {

namespace {

constexpr int rounds = 8;

using Colours = std::vector<std::uint64_t>;

Colours first_colours(const Sketch& graph) {
    Colours colours(static_cast<std::size_t>(graph.variables), 1);
    for (const Fact& fact : graph.facts)
        colours[fact.variable] += mix(fact.key * 2 + 1) * fact.count;
    return colours;
}

Colours refine(const Sketch& graph, const Colours& old) {
    Colours colours(old.size());
    for (std::size_t v = 0; v < old.size(); ++v) colours[v] = mix(old[v]);
    for (const Link& link : graph.links) {
        colours[link.source] += mix(mix(old[link.target] + 3 * link.role) + 1) * link.count;
        colours[link.target] += mix(mix(old[link.source] + 3 * link.role) + 2) * link.count;
    }
    return colours;
}

// The colours of all rounds.
std::vector<Colours> all_colours(const Sketch& graph, bool with_facts) {
    const auto size = static_cast<std::size_t>(graph.variables);
    std::vector<Colours> colours{with_facts ? first_colours(graph) : Colours(size, 1)};
    for (int k = 0; k < rounds; ++k) colours.push_back(refine(graph, colours.back()));
    return colours;
}

// Align free variables of equal colour, in order.
void align_equal(const Colours& a, const Colours& b, std::vector<int>& mapping,
                 std::vector<char>& taken) {
    std::map<std::uint64_t, std::vector<int>> free;
    for (std::size_t j = b.size(); j-- > 0;)
        if (!taken[j]) free[b[j]].push_back(static_cast<int>(j));
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (mapping[i] >= 0) continue;
        const auto found = free.find(a[i]);
        if (found == free.end() || found->second.empty()) continue;
        mapping[i] = found->second.back();
        taken[mapping[i]] = 1;
        found->second.pop_back();
    }
}

}  // namespace

std::vector<int> align_coarsely(const Sketch& a, const Sketch& b) {
    std::vector<int> mapping(static_cast<std::size_t>(a.variables), -1);
    std::vector<char> taken(static_cast<std::size_t>(b.variables));
    for (bool with_facts : {true, false}) {
        const std::vector<Colours> of_a = all_colours(a, with_facts),
                                   of_b = all_colours(b, with_facts);
        for (int k = rounds; k >= 0; --k) align_equal(of_a[k], of_b[k], mapping, taken);
    }
    return mapping;
}

}  // namespace tertium
