/// Products of sparse vectors with many others.
///
///     row      2 · boy + 1 · want-01
///     columns  boy: graphs 0, 4, 7 ...   want-01: graphs 4, 9 ...
///
/// The vectors of the columns are turned into lists by feature, and a row walks along the lists of
/// its features: what two vectors do not share costs nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tertium {

/// Vectors in compressed rows.
struct SparseRows {
    std::span<const std::int64_t> begin, column;
    std::span<const double> value;
    std::size_t size() const { return begin.empty() ? 0 : begin.size() - 1; }
};

class SparseColumns {
  public:
    /// Throws std::invalid_argument if the vectors are not well formed.
    SparseColumns(const SparseRows& rows, std::size_t columns);
    /// The products of a vector, row `index` of `rows`, with all vectors from `first` on.
    void multiply(const SparseRows& rows, std::size_t index, std::size_t first,
                  std::span<double> products) const;

  private:
    struct Item {
        std::size_t row;
        double value;
    };
    std::vector<std::size_t> begin_;
    std::vector<Item> items_;
};

/// Throws std::invalid_argument if begin, column and value do not fit together.
void require_well_formed(const SparseRows& rows, std::size_t columns);

}  // namespace tertium
