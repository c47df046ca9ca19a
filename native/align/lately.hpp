/// How often cells were assigned lately: what the solution of the linear program looks like.
///
/// The assignments of a relaxation go to and fro between the vertices whose mean is the solution of
/// its linear program (Barahona & Anbil 2000). A cell that was assigned in nearly all of the last
/// twenty or so iterations is in that solution; one that was assigned in half of them is undecided.
#pragma once

#include <cstddef>
#include <vector>

#include "align/assignment.hpp"

namespace tertium {

class Lately {
  public:
    void reset(int cells) {
        sum_.assign(static_cast<std::size_t>(cells), 0.0);
        newest_ = 1;
    }
    /// Count one more assignment.
    void count(const Assignment& assignment, int rows) {
        newest_ /= keep;
        for (int i = 0; i < rows; ++i)
            if (const int x = assignment.cell_of_row(i); x >= 0) sum_[x] += newest_;
    }
    /// In which part of the last assignments the cell is, from 0 to 1.
    double operator()(int cell) const { return sum_[cell] * (1 - keep) / newest_; }

  private:
    static constexpr double keep = 0.95;  // what an assignment counts after one more
    std::vector<double> sum_;             // by cell; an assignment counts 1 / keep of the last one
    double newest_ = 1;                   // what the newest counts; 1e67 after 3,000 of them
};

}  // namespace tertium
