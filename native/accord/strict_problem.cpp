// The alignment problem of the strict head, and the edges that match under its solution.

#include <algorithm>
#include <utility>

#include "accord/comparer.hpp"
#include "support/index.hpp"

namespace tertium {

bool AccordComparer::build() {
    problem_.clear();
    problem_.rows = static_cast<int>(a_->size());
    problem_.columns = static_cast<int>(columns_);
    cell_.assign(relation_.size(), -1);
    std::size_t place = 0;
    for (std::size_t i = 0; i < a_->size(); ++i)
        for (std::size_t j = 0; j < columns_; ++j, ++place) {
            if (relation_[place] == Relation::apart) continue;
            const Grains weight =
                model_.strict_weights[a_->mentions[i]] + model_.strict_weights[b_->mentions[j]];
            const Grains similarity =
                model_.strict.of(relation_[place], standing_[place], place_[place]);
            cell_[place] = problem_.cells();
            problem_.row.push_back(static_cast<int>(i));
            problem_.column.push_back(static_cast<int>(j));
            problem_.unary.push_back(credit(weight, similarity) * credit_grain);
        }
    const std::size_t size = relation_.size() + 2 * a_->bundles.size() * b_->bundles.size();
    if (std::cmp_greater(size, largest_problem)) return false;  // only nodes are aligned
    add_bundles();
    return true;
}

void AccordComparer::add_bundles() {
    const auto add = [&](std::size_t x, std::size_t y, const EdgeBundle& e, const EdgeBundle& f,
                         bool crossed) {
        if (cell_[x] < 0 || cell_[y] < 0) return;
        const Weight weight = bundle_credit(e, f, crossed) * credit_grain;
        if (weight == 0) return;
        problem_.first.push_back(cell_[x]);
        problem_.second.push_back(cell_[y]);
        problem_.weight.push_back(weight);
        problem_.share.push_back(weight / 2);
    };
    for (const EdgeBundle& x : a_->bundles) {
        check(interruption_, b_->bundles.size() * 8);
        for (const EdgeBundle& y : b_->bundles) {
            const bool loop_x = x.low == x.high, loop_y = y.low == y.high;
            const std::size_t low = cell_key(x.low, y.low);
            if (loop_x && loop_y && cell_[low] >= 0)
                problem_.unary[static_cast<std::size_t>(cell_[low])] +=
                    bundle_credit(x, y, false) * credit_grain;
            if (loop_x || loop_y) continue;
            add(low, cell_key(x.high, y.high), x, y, false);
            add(cell_key(x.low, y.high), cell_key(x.high, y.low), x, y, true);
        }
    }
}

std::size_t AccordComparer::slot(const EdgeBundle& x, std::int32_t e, const EdgeBundle& y,
                                 std::int32_t f, bool crossed) const {
    const LabelledEdge &in_a = a_->edges[at(e)], &in_b = b_->edges[at(f)];
    const bool loop = x.low == x.high;
    const bool straight = loop || ((in_a.source == x.low) == (in_b.source == y.low)) != crossed;
    const std::uint8_t level =
        crossed ? std::max(level_[cell_key(x.low, y.high)], level_[cell_key(x.high, y.low)])
                : std::max(level_[cell_key(x.low, y.low)], level_[cell_key(x.high, y.high)]);
    const RolePair roles = model_.pair_roles(in_a.role, in_b.role, !straight);
    return static_cast<std::size_t>(roles) * end_levels + level;
}

Grains AccordComparer::edge_credit(std::int32_t e, std::int32_t f, std::size_t slot) const {
    return credit(weight_a_[at(e)] + weight_b_[at(f)], model_.edge_similarities[slot]);
}

// The smaller bundle has the rows.
void AccordComparer::fill_matching(const EdgeBundle& x, const EdgeBundle& y, bool crossed) {
    const std::int32_t size_x = x.end - x.begin, size_y = y.end - y.begin;
    const bool turned = size_x > size_y;
    auto weight = matching_.start(std::min(size_x, size_y), std::max(size_x, size_y)).begin();
    for (std::int32_t r = 0; r < std::min(size_x, size_y); ++r)
        for (std::int32_t c = 0; c < std::max(size_x, size_y); ++c) {
            const std::int32_t e = a_->bundled[at(x.begin + (turned ? c : r))];
            const std::int32_t f = b_->bundled[at(y.begin + (turned ? r : c))];
            *weight++ = edge_credit(e, f, slot(x, e, y, f, crossed));
        }
}

Grains AccordComparer::bundle_credit(const EdgeBundle& x, const EdgeBundle& y, bool crossed) {
    if (x.end - x.begin == 1 && y.end - y.begin == 1) {
        const std::int32_t e = a_->bundled[at(x.begin)], f = b_->bundled[at(y.begin)];
        return edge_credit(e, f, slot(x, e, y, f, crossed));
    }
    fill_matching(x, y, crossed);
    return matching_.solve();
}

void AccordComparer::match_edges(AccordPartners& partners) {
    partners.edges.assign(a_->edges.size(), -1);
    partners.slots.assign(a_->edges.size(), -1);
    for (const EdgeBundle& x : a_->bundles) {
        const std::int32_t low = mapping_[at(x.low)], high = mapping_[at(x.high)];
        if (low < 0 || high < 0) continue;
        const auto wanted = std::minmax(low, high);
        const auto y = std::lower_bound(b_->bundles.begin(), b_->bundles.end(), wanted,
                                        [](const EdgeBundle& bundle, const auto& two) {
                                            return std::pair(bundle.low, bundle.high) <
                                                   std::pair(two.first, two.second);
                                        });
        if (y == b_->bundles.end() || y->low != wanted.first || y->high != wanted.second) continue;
        const bool crossed = low > high;
        fill_matching(x, *y, crossed);
        matching_.solve();
        const bool turned = x.end - x.begin > y->end - y->begin;
        for (std::int32_t r = 0; r < std::min(x.end - x.begin, y->end - y->begin); ++r) {
            const int c = matching_.column_of(r);
            if (c < 0) continue;
            const std::int32_t e = a_->bundled[at(x.begin + (turned ? c : r))];
            const std::int32_t f = b_->bundled[at(y->begin + (turned ? r : c))];
            partners.edges[at(e)] = f;
            partners.slots[at(e)] = static_cast<std::int32_t>(slot(x, e, *y, f, crossed));
        }
    }
}

}  // namespace tertium
