// What similar concepts add to the problem of two graphs (problem.hpp).
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "align/problem.hpp"

namespace tertium {

namespace {

// What a match earns that would be worth `worth` if the concepts were equal.
Weight scaled(Weight similarity, Weight worth) {
    return worth == unit ? similarity
                         : std::llround(in_triples(similarity) * static_cast<double>(worth));
}

}  // namespace

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

// A variable with one concept looks for the variables of similar concepts; one with several, which
// are rare, is compared with all.
void ProblemBuilder::add_graded(const Sketch& rows, const Sketch& columns) {
    column_of_.resize(grading_.similarities->concepts().size(), -1);
    next_column_.assign(static_cast<std::size_t>(columns.variables), -1);
    several_.clear();
    for (int j = columns.variables - 1; j >= 0; --j) {
        const std::span<const Concept> concepts = columns.concepts_of(j);
        if (concepts.size() > 1) several_.push_back(j);
        if (concepts.size() != 1 || concepts[0].place < 0) continue;
        next_column_[j] = std::exchange(column_of_[concepts[0].place], j);
    }
    const auto gain = [&](int i, int j, Weight weight) {
        if (weight > 0 && allowed(i, j)) gains_.push_back({i * columns_ + j, weight});
    };
    for (int i = 0; i < rows.variables; ++i) {
        const std::span<const Concept> concepts = rows.concepts_of(i);
        if (concepts.size() == 1) {
            for (const auto& similar : grading_.similarities->similar_to(concepts[0].place))
                for (int j = column_of_[similar.place]; j >= 0; j = next_column_[j])
                    gain(i, j, scaled(similar.similarity, concept_worth(rows, i, columns, j)));
            for (int j : several_) gain(i, j, graded_concepts(rows, i, columns, j));
        } else if (concepts.size() > 1) {
            for (int j = 0; j < columns.variables; ++j)
                gain(i, j, graded_concepts(rows, i, columns, j));
        }
    }
    for (int j = 0; j < columns.variables; ++j)
        for (const Concept& c : columns.concepts_of(j))
            if (c.place >= 0) column_of_[c.place] = -1;
    if (rows.top >= 0 && columns.top >= 0) gain(rows.top, columns.top, graded_top(rows, columns));
}

}  // namespace tertium
