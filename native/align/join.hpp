/// What two sorted sequences have in common.
#pragma once

#include <cstddef>
#include <vector>

namespace tertium {

/// Call visit(i, i_end, j, j_end) for each run of equal keys that both sorted sequences have.
template <class T, class Key, class Visit>
void join(const std::vector<T>& a, const std::vector<T>& b, Key key, Visit visit) {
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        const auto ka = key(a[i]), kb = key(b[j]);
        if (ka < kb) {
            ++i;
        } else if (kb < ka) {
            ++j;
        } else {
            std::size_t i_end = i, j_end = j;
            while (i_end < a.size() && key(a[i_end]) == ka) ++i_end;
            while (j_end < b.size() && key(b[j_end]) == ka) ++j_end;
            visit(i, i_end, j, j_end);
            i = i_end;
            j = j_end;
        }
    }
}

}  // namespace tertium
