#include "search/bounds.hpp"

#include <algorithm>

namespace tertium {

namespace {

constexpr std::size_t largest_table = 1 << 20;  // cells of W
constexpr std::size_t most_assigned = 256;      // rows of an assignment, whose cost is cubic

}  // namespace

void Profile::reset(const Sketch& sketch) {
    for (const std::uint32_t token : used_) run_of_[token] = 0;
    used_.clear();
    runs_.assign(1, {});
    ends_.clear();
    sketch_ = sketch;
    rows_ = static_cast<std::size_t>(sketch.variables);
    add_facts();
    add_links();
}

// Facts and links come sorted by token, so the ends of a token are a run.
void Profile::add_end(std::uint32_t token, int side, std::int32_t variable, std::uint32_t count) {
    if (token >= run_of_.size()) return;  // the segment has no such token
    if (run_of_[token] == 0) {
        run_of_[token] = static_cast<std::uint32_t>(runs_.size());
        runs_.push_back({});
        used_.push_back(token);
    }
    Run& run = runs_[run_of_[token]];
    const auto place = static_cast<std::uint32_t>(ends_.size());
    if (run.begin[side] == run.end[side]) run.begin[side] = run.end[side] = place;
    if (run.end[side] > run.begin[side] && ends_.back().variable == variable) {
        ends_.back().count += count;
    } else {
        ends_.push_back({variable, count});
        ++run.end[side];
    }
    if (side == 0) run.count += count;
}

void Profile::add_facts() {
    for (const Fact& fact : sketch_.facts)
        add_end(static_cast<std::uint32_t>(fact.key), 0, fact.variable,
                static_cast<std::uint32_t>(fact.count));
}

void Profile::add_links() {
    const auto count = [](const Link& link) { return static_cast<std::uint32_t>(link.count); };
    for (const Link& link : sketch_.links) add_end(link.role, 0, link.source, count(link));
    std::vector<Link> by_target = sketch_.links;
    std::sort(by_target.begin(), by_target.end(), [](const Link& x, const Link& y) {
        return std::pair(x.role, x.target) < std::pair(y.role, y.target);
    });
    for (const Link& link : by_target) add_end(link.role, 1, link.target, count(link));
}

std::uint32_t Profile::token_bound(std::size_t other) const {
    std::uint32_t bound = 0;
    const auto add = [&](const auto& items) {
        for (std::size_t i = 0; i < items.size();) {
            const std::uint32_t token = items[i].token;
            std::uint32_t count = 0;
            for (; i < items.size() && items[i].token == token; ++i) count += items[i].count;
            if (const Run* run = run_of(token)) bound += std::min(run->count, count);
        }
    };
    add(others_->facts[other]);
    add(others_->links[other]);
    return bound;
}

void Profile::add_weight(const Run& run, int side, std::size_t column, std::uint32_t count,
                         std::uint32_t worth) {
    for (std::uint32_t e = run.begin[side]; e < run.end[side]; ++e)
        weights_[static_cast<std::size_t>(ends_[e].variable) * columns_ + column] +=
            worth * std::min(ends_[e].count, count);
}

bool Profile::weigh(std::size_t other) {
    const std::span<const StoredFact> facts = others_->facts[other];
    const std::span<const StoredLink> links = others_->links[other];
    columns_ = 0;
    for (const StoredFact& f : facts) columns_ = std::max<std::size_t>(columns_, f.variable + 1U);
    for (const StoredLink& l : links)
        columns_ = std::max<std::size_t>(columns_, std::max(l.source, l.target) + 1U);
    if (rows_ * columns_ > largest_table) return false;
    weights_.assign(rows_ * columns_, 0);
    for (const StoredFact& fact : facts)
        if (const Run* run = run_of(fact.token)) add_weight(*run, 0, fact.variable, fact.count, 2);
    weigh_links(links);
    return true;
}

void Profile::weigh_links(std::span<const StoredLink> links) {
    for (std::size_t i = 0; i < links.size();) {
        const StoredLink& first = links[i];
        std::uint32_t count = 0;
        for (; i < links.size() && links[i].token == first.token && links[i].source == first.source;
             ++i)
            count += links[i].count;
        if (const Run* run = run_of(first.token)) add_weight(*run, 0, first.source, count, 1);
    }
    targets_.clear();
    for (const StoredLink& link : links)
        if (run_of(link.token) != nullptr)
            targets_.emplace_back(std::uint64_t{link.token} << 32 | link.target, link.count);
    std::sort(targets_.begin(), targets_.end());
    for (std::size_t i = 0, j = 0; i < targets_.size(); i = j) {
        const std::uint64_t key = targets_[i].first;
        std::uint32_t count = 0;
        for (; j < targets_.size() && targets_[j].first == key; ++j) count += targets_[j].second;
        const Run* run = run_of(static_cast<std::uint32_t>(key >> 32));
        add_weight(*run, 1, key & 0xFFFFFFFF, count, 1);
    }
}

std::uint32_t Profile::row_bound() {
    best_.assign(columns_, 0);
    std::uint64_t by_row = 0, by_column = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
        const std::uint32_t* row = weights_.data() + i * columns_;
        std::uint32_t best = 0;
        for (std::size_t j = 0; j < columns_; ++j) {
            best = std::max(best, row[j]);
            best_[j] = std::max(best_[j], row[j]);
        }
        by_row += best;
    }
    for (const std::uint32_t best : best_) by_column += best;
    return static_cast<std::uint32_t>(std::min(by_row, by_column) / 2);
}

std::uint32_t Profile::assignment_bound() {
    const bool transposed = rows_ > columns_;
    const std::size_t rows = transposed ? columns_ : rows_, columns = transposed ? rows_ : columns_;
    if (rows == 0) return 0;
    if (rows > most_assigned) return row_bound();
    auto out = matching_.start(static_cast<int>(rows), static_cast<int>(columns)).begin();
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            *out++ = weights_[transposed ? j * columns_ + i : i * columns_ + j];
    return static_cast<std::uint32_t>(matching_.solve() / 2);
}

}  // namespace tertium
