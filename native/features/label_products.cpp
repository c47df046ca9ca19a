#include "features/label_products.hpp"

#include <algorithm>
#include <array>

namespace tertium {

namespace {

/// Products of x with four vectors at once. Each has four sums, added up in a fixed order, so that
/// a product does not depend on which others are computed with it, and no sum waits for another.
std::array<double, 4> multiply_four(const double* x, const std::array<const double*, 4>& y,
                                    std::size_t size) {
    double sum[4][4] = {};
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4)
        for (std::size_t r = 0; r < 4; ++r)
            for (std::size_t k = 0; k < 4; ++k) sum[r][k] += x[i + k] * y[r][i + k];
    for (; i < size; ++i)
        for (std::size_t r = 0; r < 4; ++r) sum[r][0] += x[i] * y[r][i];
    std::array<double, 4> products{};
    for (std::size_t r = 0; r < 4; ++r)
        products[r] = (sum[r][0] + sum[r][1]) + (sum[r][2] + sum[r][3]);
    return products;
}

}  // namespace

void LabelProducts::multiply(const double* vectors, std::size_t dimension, Places a, Places b) {
    find_distinct(a, b);
    const std::size_t n = distinct_.size();
    const auto row = [&](std::size_t place) { return vectors + distinct_[place] * dimension; };
    products_.resize(n * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i; j < n; j += 4) {
            const std::size_t last = n - 1;  // fills up the last four
            const std::array others{row(j), row(std::min(j + 1, last)), row(std::min(j + 2, last)),
                                    row(std::min(j + 3, last))};
            const auto products = multiply_four(row(i), others, dimension);
            for (std::size_t r = 0; r < 4 && j + r < n; ++r)
                products_[i * n + j + r] = products_[(j + r) * n + i] = products[r];
        }
}

void LabelProducts::find_distinct(Places a, Places b) {
    size_a_ = a.size();
    places_.assign(a.begin(), a.end());
    places_.insert(places_.end(), b.begin(), b.end());
    distinct_ = places_;
    std::sort(distinct_.begin(), distinct_.end());
    distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
    for (std::uint32_t& label : places_) {
        const auto found = std::lower_bound(distinct_.begin(), distinct_.end(), label);
        label = static_cast<std::uint32_t>(found - distinct_.begin());
    }
}

void LabelProducts::fill(Places x, Places y, std::vector<double>& out) const {
    out.resize(x.size() * y.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double* products = products_.data() + x[i] * distinct_.size();
        for (std::size_t j = 0; j < y.size(); ++j) out[i * y.size() + j] = products[y[j]];
    }
}

}  // namespace tertium
