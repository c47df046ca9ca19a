#include "features/products.hpp"

#include <algorithm>
#include <stdexcept>

namespace tertium {

void require_well_formed(const SparseRows& rows, std::size_t columns) {
    const auto items = static_cast<std::int64_t>(rows.column.size());
    bool good = !rows.begin.empty() && rows.begin.front() == 0 && rows.begin.back() == items &&
                rows.value.size() == rows.column.size() &&
                std::is_sorted(rows.begin.begin(), rows.begin.end());
    for (const std::int64_t column : rows.column)
        good = good && column >= 0 && static_cast<std::size_t>(column) < columns;
    if (!good) throw std::invalid_argument("the sparse rows are not well formed");
}

SparseColumns::SparseColumns(const SparseRows& rows, std::size_t columns) : begin_(columns + 1) {
    require_well_formed(rows, columns);
    for (const std::int64_t column : rows.column) ++begin_[static_cast<std::size_t>(column) + 1];
    for (std::size_t c = 0; c < columns; ++c) begin_[c + 1] += begin_[c];
    items_.resize(rows.column.size());
    std::vector<std::size_t> next(begin_.begin(), begin_.end());
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (std::int64_t i = rows.begin[r]; i < rows.begin[r + 1]; ++i) {
            const auto place = static_cast<std::size_t>(i);
            items_[next[static_cast<std::size_t>(rows.column[place])]++] = {r, rows.value[place]};
        }
}

void SparseColumns::multiply(const SparseRows& rows, std::size_t index, std::size_t first,
                             std::span<double> products) const {
    std::fill(products.begin(), products.end(), 0.0);
    for (std::int64_t i = rows.begin[index]; i < rows.begin[index + 1]; ++i) {
        const auto place = static_cast<std::size_t>(i);
        const auto column = static_cast<std::size_t>(rows.column[place]);
        const double value = rows.value[place];
        const auto end = items_.begin() + static_cast<std::ptrdiff_t>(begin_[column + 1]);
        auto item =
            std::lower_bound(items_.begin() + static_cast<std::ptrdiff_t>(begin_[column]), end,
                             first, [](const Item& x, std::size_t row) { return x.row < row; });
        for (; item != end; ++item) products[item->row - first] += value * item->value;
    }
}

}  // namespace tertium
