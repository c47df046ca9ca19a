/// Which variables may be aligned.
///
///     first sentence of a document   {1}      may be aligned with {1}, not with {2}
///     a variable said by words 3, 4  {3, 4}   may be aligned with {4, 7}
///     anything else                  {}       may be aligned with any
///
/// Every variable has a set of groups. Two variables may be aligned if their sets have a group in
/// common, or if one of the sets is empty.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace tertium {

class Allowed {
  public:
    using Sets = std::vector<std::vector<int>>;  ///< by variable

    Allowed(Sets of_a, Sets of_b) : a_(std::move(of_a)), b_(std::move(of_b)) {
        for (Sets* sets : {&a_, &b_})
            for (std::vector<int>& set : *sets) std::sort(set.begin(), set.end());
    }

    bool operator()(int in_a, int in_b) const {
        const std::vector<int>&x = a_[static_cast<std::size_t>(in_a)],
              &y = b_[static_cast<std::size_t>(in_b)];
        if (x.empty() || y.empty()) return true;
        for (std::size_t i = 0, j = 0; i < x.size() && j < y.size(); x[i] < y[j] ? ++i : ++j)
            if (x[i] == y[j]) return true;
        return false;
    }
    bool fits(int variables_a, int variables_b) const {
        return a_.size() == static_cast<std::size_t>(variables_a) &&
               b_.size() == static_cast<std::size_t>(variables_b);
    }

  private:
    Sets a_, b_;
};

}  // namespace tertium
