// What two sketches can share at most, before their problem is written down (problem.hpp).
#include <algorithm>
#include <vector>

#include "align/join.hpp"
#include "align/problem.hpp"

namespace tertium {

namespace {

// How many items of two sorted sequences have partners with the same key. Which of two keys is the
// lesser cannot be foreseen, so there is no branch.
template <class T, class Key>
Weight count_common(const std::vector<T>& a, const std::vector<T>& b, Key key) {
    Weight common = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const auto ka = key(a[i]), kb = key(b[j]);
        common += ka == kb ? 1 : 0;
        i += ka <= kb ? 1 : 0;
        j += kb <= ka ? 1 : 0;
    }
    return common;
}

}  // namespace

// Whether each fact and link is written once and worth one triple, as in nearly all graphs.
bool ProblemBuilder::counts_once() const {
    const auto once = [](const Sketch& sketch) {
        return sketch.total ==
               unit * static_cast<Weight>(sketch.facts.size() + sketch.links.size());
    };
    return is_plain() && once(a_) && once(b_);
}

Weight ProblemBuilder::ceiling() {
    if (!arranged_a_ || !arranged_b_) return unit * sketcher_.count_common(a_, b_);
    if (counts_once()) {
        const auto key = [](const Fact& f) { return f.key; };
        const auto role = [](const Link& l) { return l.role; };
        return unit *
               (count_common(a_.facts, b_.facts, key) + count_common(a_.links, b_.links, role));
    }
    Weight sum = 0, concepts_a = 0, concepts_b = 0;
    const auto worth = [&](const auto& list, std::size_t i, std::size_t end, const Sketch& sketch) {
        Weight total = 0;
        for (; i < end; ++i) total += list[i].count * sketch.worth(list[i], grading_);
        return total;
    };
    const auto add_lesser = [&](const auto& in_a, const auto& in_b) {
        return [&](std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
            sum += std::min(worth(in_a, i, i_end, a_), worth(in_b, j, j_end, b_));
        };
    };
    join(a_.links, b_.links, [](const Link& l) { return l.role; }, add_lesser(a_.links, b_.links));
    const auto key = [](const Fact& f) { return f.key; };
    if (!grading_.similarities) {
        join(a_.facts, b_.facts, key, add_lesser(a_.facts, b_.facts));
        return sum;
    }
    // Any concept may match any other by degrees: all of them together count like equal ones.
    join(a_.facts, b_.facts, key,
         [&](std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
             if (!a_.facts[i].is_concept()) add_lesser(a_.facts, b_.facts)(i, i_end, j, j_end);
         });
    for (std::size_t i = 0; i < a_.facts.size(); ++i)
        if (a_.facts[i].is_concept()) concepts_a += worth(a_.facts, i, i + 1, a_);
    for (std::size_t j = 0; j < b_.facts.size(); ++j)
        if (b_.facts[j].is_concept()) concepts_b += worth(b_.facts, j, j + 1, b_);
    return sum + std::min(concepts_a, concepts_b);
}

Weight ProblemBuilder::quick_bound(Weight least) {
    const Weight bound = ceiling();
    const Sketch& rows = swapped_ ? b_ : a_;
    const Sketch& columns = swapped_ ? a_ : b_;
    if (bound < least) return bound;
    arrange();
    if (!is_plain() || !RoughBound::fits(rows, columns)) return bound;
    return std::min(bound, rough_bound_.of(rows, columns, least));
}

}  // namespace tertium
