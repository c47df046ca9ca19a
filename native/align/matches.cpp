#include "align/matches.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace tertium {

namespace {

// Whether each triple counts: a missing concept does not, nor does one that names its variable.
std::vector<char> find_counted(const Graph& graph, const Sketch& sketch) {
    std::vector<char> counted(graph.triples.size(), 1);
    for (std::size_t i = 0; i < graph.triples.size(); ++i) {
        const Triple& t = graph.triples[i];
        if (t.kind != Kind::instance) continue;
        const auto names = [&](const Fact& fact) {
            const Triple& named = graph.triples[static_cast<std::size_t>(fact.triple)];
            return fact.variable == t.source && graph.view(named.value) == graph.view(t.value);
        };
        if (t.missing || std::any_of(sketch.names.begin(), sketch.names.end(), names))
            counted[i] = 0;
    }
    return counted;
}

using Key = std::tuple<std::int32_t, std::int32_t, Kind, bool, std::string_view, std::string_view>;

Key key_of(const Graph& graph, const Triple& t, std::int32_t source, std::int32_t target) {
    return {source,
            target,
            t.kind,
            t.missing,
            t.kind == Kind::instance ? "" : graph.view(t.role),
            t.kind == Kind::edge ? "" : graph.view(t.value)};
}

// The partners of the triples of a: equal triples of b, each taken at most once.
std::vector<int> match_equal(const Graph& a, const Graph& b, std::span<const int> mapping,
                             std::span<const char> counted_a, std::span<const char> counted_b) {
    std::vector<std::pair<Key, int>> open;  // triples of b that are not matched yet
    for (std::size_t i = 0; i < b.triples.size(); ++i) {
        const Triple& t = b.triples[i];
        if (counted_b[i]) open.emplace_back(key_of(b, t, t.source, t.target), static_cast<int>(i));
    }
    std::sort(open.begin(), open.end());
    std::vector<char> taken(open.size());
    std::vector<int> partner(a.triples.size(), -1);
    for (std::size_t i = 0; i < a.triples.size(); ++i) {
        const Triple& t = a.triples[i];
        const std::int32_t source = mapping[static_cast<std::size_t>(t.source)];
        const std::int32_t target = t.target < 0 ? -1 : mapping[static_cast<std::size_t>(t.target)];
        if (!counted_a[i] || source < 0 || (t.kind == Kind::edge && target < 0)) continue;
        const Key wanted = key_of(a, t, source, target);
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

// The tops, each with its partner.
void add_tops(const ProblemBuilder& builder, std::span<const int> mapping,
              std::vector<Match>& matches) {
    const Sketch &a = builder.a(), &b = builder.b();
    const Grading& grading = builder.grading();
    std::vector<char> taken(b.facts.size());
    for (const Fact& f : a.facts) {
        if (!f.is_top()) continue;
        Match match{.a = f.variable, .top = true, .worth_a = in_triples(a.worth(f, grading))};
        for (std::size_t k = 0; k < b.facts.size(); ++k) {
            const Fact& g = b.facts[k];
            if (!g.is_top() || mapping[static_cast<std::size_t>(f.variable)] != g.variable)
                continue;
            Weight similarity = f.key == g.key ? unit : 0;
            if (similarity == 0 && grading.similarities)
                similarity = grading.similarities->between(a.top_concept, b.top_concept);
            if (similarity == 0) continue;
            taken[k] = 1;
            match.b = g.variable;
            match.worth_b = in_triples(b.worth(g, grading));
            match.earned = in_triples(similarity) * std::min(match.worth_a, match.worth_b);
        }
        matches.push_back(match);
    }
    for (std::size_t k = 0; k < b.facts.size(); ++k)
        if (b.facts[k].is_top() && !taken[k])
            matches.push_back({.b = b.facts[k].variable,
                               .top = true,
                               .worth_b = in_triples(b.worth(b.facts[k], grading))});
}

}  // namespace

std::vector<Match> match_triples(const Graph& a, const Graph& b, std::span<const int> mapping,
                                 const ProblemBuilder& builder) {
    const Grading& grading = builder.grading();
    const std::vector<char> counted_a = find_counted(a, builder.a()),
                            counted_b = find_counted(b, builder.b());
    std::vector<int> partner = match_equal(a, b, mapping, counted_a, counted_b);
    std::vector<Weight> similarity(a.triples.size(), unit);
    if (grading.similarities)
        similarity =
            match_graded(builder.a(), builder.b(), mapping, *grading.similarities, partner);
    std::vector<Match> matches;
    std::vector<char> taken(b.triples.size());
    for (std::size_t i = 0; i < a.triples.size(); ++i) {
        if (!counted_a[i]) continue;
        Match match{.a = static_cast<int>(i),
                    .worth_a = in_triples(builder.a().worth(a, a.triples[i], grading))};
        if (partner[i] >= 0) {
            const auto j = static_cast<std::size_t>(partner[i]);
            taken[j] = 1;
            match.b = partner[i];
            match.worth_b = in_triples(builder.b().worth(b, b.triples[j], grading));
            match.earned = in_triples(similarity[i]) * std::min(match.worth_a, match.worth_b);
        }
        matches.push_back(match);
    }
    for (std::size_t j = 0; j < b.triples.size(); ++j)
        if (counted_b[j] && !taken[j])
            matches.push_back({.b = static_cast<int>(j),
                               .worth_b = in_triples(builder.b().worth(b, b.triples[j], grading))});
    add_tops(builder, mapping, matches);
    return matches;
}

}  // namespace tertium
