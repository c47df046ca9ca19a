// How similar the concepts of variables are, and what that adds to the problem of two graphs
// (problem.hpp).
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "align/matching.hpp"
#include "align/problem.hpp"

namespace tertium {

namespace {

// What a match earns that would be worth `worth` if the concepts were equal.
Weight scaled(Weight similarity, Weight worth) {
    return worth == unit ? similarity
                         : std::llround(in_triples(similarity) * static_cast<double>(worth));
}

}  // namespace

Weight match_concepts(std::span<const Concept> x, std::span<const Concept> y,
                      const SimilarityTable& similarities, std::vector<int>& partner) {
    partner.assign(x.size(), -1);
    const bool transposed = x.size() > y.size();
    const std::span<const Concept> rows = transposed ? y : x, columns = transposed ? x : y;
    if (rows.empty()) return 0;
    SmallMatching matching;
    auto weight =
        matching.start(static_cast<int>(rows.size()), static_cast<int>(columns.size())).begin();
    for (const Concept& r : rows)
        for (const Concept& c : columns) *weight++ = similarities.between(r.place, c.place);
    const Weight sum = matching.solve();
    for (int r = 0; r < static_cast<int>(rows.size()); ++r)
        if (const int c = matching.column_of(r); c >= 0)
            partner[static_cast<std::size_t>(transposed ? c : r)] = transposed ? r : c;
    return sum;
}

// What the concepts of two variables earn by their similarity, beyond what equal ones earn.
Weight ProblemBuilder::graded_concepts(const Sketch& x, int i, const Sketch& y, int j) const {
    const std::span<const Concept> of_i = x.concepts_of(i), of_j = y.concepts_of(j);
    if (of_i.empty() || of_j.empty()) return 0;
    Weight similarity = 0;
    if (of_i.size() == 1 && of_j.size() == 1) {
        if (of_i[0].place == of_j[0].place) return 0;
        similarity = grading_.similarities->between(of_i[0].place, of_j[0].place);
    } else {
        std::vector<int> places_i, places_j, both;
        for (const Concept& c : of_i) places_i.push_back(c.place);
        for (const Concept& c : of_j) places_j.push_back(c.place);
        std::sort(places_i.begin(), places_i.end());
        std::sort(places_j.begin(), places_j.end());
        std::set_intersection(places_i.begin(), places_i.end(), places_j.begin(), places_j.end(),
                              std::back_inserter(both));
        std::vector<int> partner;
        similarity = match_concepts(of_i, of_j, *grading_.similarities, partner) -
                     static_cast<Weight>(both.size()) * unit;
    }
    return scaled(similarity, concept_worth(x, i, y, j));
}

// What equal concepts of two variables would earn.
Weight ProblemBuilder::concept_worth(const Sketch& x, int i, const Sketch& y, int j) const {
    return std::min(grading_.at(x.distance_of(i)), grading_.at(y.distance_of(j)));
}

Weight ProblemBuilder::graded_top(const Sketch& x, const Sketch& y) const {
    if (x.top_concept < 0 || y.top_concept < 0 || x.top_concept == y.top_concept) return 0;
    return scaled(grading_.similarities->between(x.top_concept, y.top_concept), grading_.at(0));
}

// Nearly all variables have one concept; those with several are compared with all.
void ProblemBuilder::add_graded(const Sketch& rows, const Sketch& columns) {
    single_.clear();
    several_.clear();
    for (int j = 0; j < columns.variables; ++j) {
        const std::span<const Concept> concepts = columns.concepts_of(j);
        if (concepts.size() > 1) several_.push_back(j);
        if (concepts.size() == 1 && concepts[0].place >= 0)
            single_.emplace_back(concepts[0].place, j);
    }
    for (int i = 0; i < rows.variables; ++i) {
        const std::span<const Concept> concepts = rows.concepts_of(i);
        if (concepts.size() == 1) {
            if (concepts[0].place >= 0) add_similar(rows, columns, i, concepts[0].place);
            for (int j : several_) add_gain(i, j, graded_concepts(rows, i, columns, j));
        } else if (concepts.size() > 1) {
            for (int j = 0; j < columns.variables; ++j)
                add_gain(i, j, graded_concepts(rows, i, columns, j));
        }
    }
    if (rows.top >= 0 && columns.top >= 0)
        add_gain(rows.top, columns.top, graded_top(rows, columns));
}

// What row i, which has this concept alone, gains with columns that have a similar one alone. Which
// ones are cannot be foreseen, so candidates are chosen without a branch.
void ProblemBuilder::add_similar(const Sketch& rows, const Sketch& columns, int i, int own) {
    const SimilarityTable& similarities = *grading_.similarities;
    candidates_.resize(single_.size());
    std::size_t count = 0;
    for (const auto& [place, j] : single_) {
        candidates_[count] = {place, j};
        count += static_cast<std::size_t>(similarities.may_be_similar(own, place));
    }
    for (std::size_t k = 0; k < count; ++k) {
        const auto [place, j] = candidates_[k];
        if (place == own) continue;
        const Weight similarity = similarities.between_different(own, place);
        if (similarity > 0) add_gain(i, j, scaled(similarity, concept_worth(rows, i, columns, j)));
    }
}

}  // namespace tertium
