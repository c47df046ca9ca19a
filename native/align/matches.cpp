#include "align/matches.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace tertium {

namespace {

// Equal triples, each matched at most once.
std::vector<int> match_equal(const Graph& a, const Graph& b, std::span<const int> mapping) {
    using Key =
        std::tuple<std::int32_t, std::int32_t, Kind, bool, std::string_view, std::string_view>;
    const auto key = [](const Graph& graph, const Triple& t, std::int32_t source,
                        std::int32_t target) {
        return Key{source,
                   target,
                   t.kind,
                   t.missing,
                   t.kind == Kind::instance ? "" : graph.view(t.role),
                   t.kind == Kind::edge ? "" : graph.view(t.value)};
    };
    std::vector<std::pair<Key, int>> open;  // triples of b that are not matched yet
    for (std::size_t i = 0; i < b.triples.size(); ++i) {
        const Triple& t = b.triples[i];
        if (t.kind == Kind::instance && t.missing) continue;
        open.emplace_back(key(b, t, t.source, t.target), static_cast<int>(i));
    }
    std::sort(open.begin(), open.end());
    std::vector<char> taken(open.size());
    std::vector<int> partner(a.triples.size(), -1);
    for (std::size_t i = 0; i < a.triples.size(); ++i) {
        const Triple& t = a.triples[i];
        const std::int32_t source = mapping[t.source],
                           target = t.target < 0 ? -1 : mapping[t.target];
        if (source < 0 || (t.kind == Kind::edge && target < 0) ||
            (t.kind == Kind::instance && t.missing))
            continue;
        const Key wanted = key(a, t, source, target);
        auto found = std::lower_bound(open.begin(), open.end(), std::pair(wanted, -1));
        while (found != open.end() && found->first == wanted && taken[found - open.begin()])
            ++found;
        if (found == open.end() || found->first != wanted) continue;
        taken[found - open.begin()] = 1;
        partner[i] = found->second;
    }
    return partner;
}

// Match the concepts of aligned variables by degrees; gives the similarity of each triple of a.
std::vector<Weight> match_graded(const Sketch& a, const Sketch& b, std::span<const int> mapping,
                                 const SimilarityTable& similarities, std::vector<int>& partner) {
    std::vector<Weight> similarity(partner.size(), unit);
    std::vector<int> chosen;
    for (int i = 0; i < a.variables; ++i) {
        const int j = mapping[static_cast<std::size_t>(i)];
        if (j < 0) continue;
        const auto of_i = a.concepts_of(i), of_j = b.concepts_of(j);
        match_concepts(of_i, of_j, similarities, chosen);
        for (std::size_t k = 0; k < of_i.size(); ++k) {
            const auto triple = static_cast<std::size_t>(of_i[k].triple);
            partner[triple] = -1;
            if (chosen[k] < 0) continue;
            const Concept& other = of_j[static_cast<std::size_t>(chosen[k])];
            partner[triple] = other.triple;
            similarity[triple] = similarities.between(of_i[k].place, other.place);
        }
    }
    return similarity;
}

// What the tops of aligned variables earn, by variable of a.
std::vector<double> match_tops(const Sketch& a, const Sketch& b, std::span<const int> mapping,
                               const Grading& grading) {
    std::vector<double> earned(static_cast<std::size_t>(a.variables), 0);
    for (const Fact& f : a.facts)
        for (const Fact& g : b.facts) {
            const auto v = static_cast<std::size_t>(f.variable);
            if (!f.is_top() || !g.is_top() || mapping[v] != g.variable) continue;
            Weight similarity = f.key == g.key ? unit : 0;
            if (similarity == 0 && grading.similarities)
                similarity = grading.similarities->between(a.top_concept, b.top_concept);
            earned[v] = in_triples(similarity) *
                        in_triples(std::min(a.worth(f, grading), b.worth(g, grading)));
        }
    return earned;
}

}  // namespace

Matches match_triples(const Graph& a, const Graph& b, std::span<const int> mapping, Top top,
                      const Grading& grading) {
    Sketch sketch_a, sketch_b;
    Sketcher().sketch(a, b, top, grading, sketch_a, sketch_b);
    Matches matches;
    matches.partner = match_equal(a, b, mapping);
    std::vector<Weight> similarity(a.triples.size(), unit);
    if (grading.similarities)
        similarity =
            match_graded(sketch_a, sketch_b, mapping, *grading.similarities, matches.partner);
    matches.earned.assign(a.triples.size(), 0);
    for (std::size_t i = 0; i < a.triples.size(); ++i) {
        if (matches.partner[i] < 0) continue;
        const Triple& other = b.triples[static_cast<std::size_t>(matches.partner[i])];
        const Weight worth =
            std::min(sketch_a.worth(a.triples[i], grading), sketch_b.worth(other, grading));
        matches.earned[i] = in_triples(similarity[i]) * in_triples(worth);
    }
    matches.tops = match_tops(sketch_a, sketch_b, mapping, grading);
    return matches;
}

}  // namespace tertium
