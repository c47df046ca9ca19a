// Which variables may be aligned: those that the caller lets, and with pair compression those whose
// concepts name them alike.
#include <algorithm>
#include <stdexcept>

#include "align/problem.hpp"

namespace tertium {

void ProblemBuilder::compress() {
    named_a_.assign(static_cast<std::size_t>(a_.variables), 0);
    named_b_.assign(static_cast<std::size_t>(b_.variables), 0);
    namesakes_.clear();
    const auto run_end = [](const std::vector<Fact>& facts, std::size_t i) {
        std::size_t end = i + 1;
        while (end < facts.size() && facts[end].key == facts[i].key) ++end;
        return end;
    };
    std::vector<std::uint64_t> names;
    std::size_t i = 0, j = 0;
    while (i < a_.facts.size() || j < b_.facts.size()) {
        const std::uint64_t none_left = ~std::uint64_t{0};
        const std::uint64_t key_a = i < a_.facts.size() ? a_.facts[i].key : none_left;
        const std::uint64_t key_b = j < b_.facts.size() ? b_.facts[j].key : none_left;
        const bool in_a = key_a <= key_b, in_b = key_b <= key_a;
        const std::size_t i_end = in_a ? run_end(a_.facts, i) : i,
                          j_end = in_b ? run_end(b_.facts, j) : j;
        const std::uint64_t key = std::min(key_a, key_b);
        if (Fact{key, 0, 1, -1}.is_instance() && i_end - i <= 1 && j_end - j <= 1) {
            names.push_back(key);
            if (in_a) named_a_[a_.facts[i].variable] = 1;
            if (in_b) named_b_[b_.facts[j].variable] = 1;
            if (in_a && in_b) namesakes_.emplace_back(a_.facts[i].variable, b_.facts[j].variable);
        }
        i = i_end;
        j = j_end;
    }
    std::sort(namesakes_.begin(), namesakes_.end());
    for (Sketch* sketch : {&a_, &b_})
        std::erase_if(sketch->facts, [&](const Fact& fact) {
            const bool names_variable =
                fact.is_instance() && std::binary_search(names.begin(), names.end(), fact.key);
            if (!names_variable) return false;
            sketch->total -= fact.count * sketch->worth(fact, grading_);
            sketch->names.push_back(fact);
            return true;
        });
}

// A variable with two concepts may have two names; one in common will do.
bool ProblemBuilder::fit_as_names(int row, int column) const {
    const int i = swapped_ ? column : row, j = swapped_ ? row : column;
    if (!named_a_[i] && !named_b_[j]) return true;
    return std::binary_search(namesakes_.begin(), namesakes_.end(), std::pair(i, j));
}

void ProblemBuilder::restrict_to(const Allowed* allowed) {
    if (allowed != nullptr && !allowed->fits(a_.variables, b_.variables))
        throw std::invalid_argument("the groups do not fit the variables of the graphs");
    allowed_ = allowed;
}

}  // namespace tertium
