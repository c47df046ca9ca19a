#include "accord/comparer.hpp"

#include <algorithm>
#include <cmath>

#include "align/climb.hpp"
#include "support/index.hpp"

namespace tertium {

namespace {

constexpr int climbs = 4;  // random starts after the first

double ratio(Grains part, Grains whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
}

/// What of both graphs is covered, drawn towards what of the better covered one is.
double covered(const std::array<Coverage, 2>& of, double lead) {
    const double both = ratio(of[0].earned + of[1].earned, of[0].total + of[1].total);
    const double better =
        std::max(ratio(of[0].earned, of[0].total), ratio(of[1].earned, of[1].total));
    return both + lead * (better - both);
}

}  // namespace

AccordComparer::AccordComparer(const AccordBatch& batch, const AccordModel& model,
                               const AccordOptions& options, Interruption* interruption)
    : batch_(batch),
      model_(model),
      options_(options),
      interruption_(interruption),
      search_(interruption) {}

AccordScore AccordComparer::compare(std::size_t pair) {
    AccordScore score;
    relate(pair);
    add_gist(score, nullptr);
    solve(score);
    finish(score);
    return score;
}

AccordScore AccordComparer::compare(std::size_t pair, AccordPartners& partners) {
    AccordScore score;
    relate(pair);
    add_gist(score, &partners);
    solve(score);
    finish(score);
    partners.aligned = mapping_;
    match_edges(partners);
    return score;
}

Problem AccordComparer::problem(std::size_t pair) {
    relate(pair);
    weigh_edges();
    build();
    return problem_;
}

void AccordComparer::relate(std::size_t pair) {
    a_ = &batch_.graph(pair, 0);
    b_ = &batch_.graph(pair, 1);
    columns_ = b_->size();
    const std::size_t cells = a_->size() * columns_;
    relation_.resize(cells);
    cosine_.resize(cells);
    place_.resize(cells);
    level_.resize(cells);
    standing_.resize(cells);
    collect_roles(*a_, roles_a_);
    collect_roles(*b_, roles_b_);
    std::size_t place = 0;
    for (std::size_t i = 0; i < a_->size(); ++i) {
        check(interruption_, columns_ * 8);
        for (std::size_t j = 0; j < columns_; ++j) {
            const std::uint32_t x = a_->labels[i], y = b_->labels[j];
            const Relation relation = model_.relate(x, y);
            const bool by_cosine = relation == Relation::graded || relation == Relation::written;
            const double cosine = by_cosine ? model_.cosine(x, y) : 0;
            relation_[place] = relation;
            cosine_[place] = cosine;
            if (by_cosine) place_[place] = place_between(cosine, model_.knots);
            standing_[place] = tertium::standing(roles_a_[i], roles_b_[j]);
            level_[place++] = AccordModel::level(relation, cosine);
        }
    }
}

void AccordComparer::collect_roles(const AccordGraph& graph, std::vector<RoleSet>& roles) const {
    roles.assign(graph.size(), 0);
    for (const LabelledEdge& edge : graph.edges)
        roles[at(edge.target)] |= RoleSet{1} << model_.role_classes[edge.role];
}

void AccordComparer::add_gist(AccordScore& score, AccordPartners* partners) const {
    const std::size_t rows = a_->size();
    std::vector<Grains> best_a(rows, -1), best_b(columns_, -1);
    std::vector<std::int32_t> to_a(rows, -1), to_b(columns_, -1);
    std::vector<double> near_a(rows, -2), near_b(columns_, -2);
    for (std::size_t i = 0, place = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns_; ++j, ++place) {
            if (relation_[place] == Relation::apart) continue;
            const double cosine = cosine_[place];
            const Grains s = model_.gist.of(relation_[place], standing_[place], place_[place]);
            // Of equally similar nodes the nearest, so that the choice follows from the labels.
            if (s > best_a[i] || (s == best_a[i] && cosine > near_a[i]))
                best_a[i] = s, near_a[i] = cosine, to_a[i] = static_cast<std::int32_t>(j);
            if (s > best_b[j] || (s == best_b[j] && cosine > near_b[j]))
                best_b[j] = s, near_b[j] = cosine, to_b[j] = static_cast<std::int32_t>(i);
        }
    const auto cover = [&](const AccordGraph& graph, const std::vector<Grains>& best) {
        Coverage found;
        for (std::size_t i = 0; i < graph.size(); ++i) {
            const Grains weight = model_.gist_weights[graph.mentions[i]];
            found.total += weight;
            found.earned += credit(weight, std::max<Grains>(best[i], 0));
        }
        return found;
    };
    score.coverage = {cover(*a_, best_a), cover(*b_, best_b)};
    if (partners == nullptr) return;
    partners->gist_a = std::move(to_a);
    partners->gist_b = std::move(to_b);
}

void AccordComparer::weigh_edges() {
    const auto weigh = [&](const AccordGraph& graph, std::vector<Grains>& weights) {
        weights.clear();
        for (const LabelledEdge& edge : graph.edges)
            weights.push_back(model_.edge_weight(edge.role, graph.labels[at(edge.source)],
                                                 graph.labels[at(edge.target)]));
    };
    weigh(*a_, weight_a_);
    weigh(*b_, weight_b_);
}

void AccordComparer::add_totals(AccordScore& score) {
    const auto total = [&](const AccordGraph& graph, const std::vector<Grains>& edges) {
        Grains sum = 0;
        for (std::uint32_t mention : graph.mentions) sum += model_.strict_weights[mention];
        for (Grains weight : edges) sum += weight;
        return sum;
    };
    score.total_a = total(*a_, weight_a_);
    score.total_b = total(*b_, weight_b_);
}

void AccordComparer::solve(AccordScore& score) {
    weigh_edges();
    add_totals(score);
    mapping_.assign(a_->size(), -1);
    if (a_->size() == 0 || columns_ == 0) return;
    const bool whole = build();
    std::vector<int> cells;
    if (options_.climb) {
        cells = hill_climb(problem_, climbs, 0, interruption_);
        score.earned = problem_.value(cells) / credit_grain;
        score.upper = score.total_a + score.total_b;
        score.proven = score.earned == score.upper;
    } else {
        const Solution solution = search_.solve(problem_, options_.budget);
        cells = solution.cells;
        score.earned = solution.value / credit_grain;
        score.upper = solution.upper / credit_grain;
        score.proven = solution.proven;
    }
    for (int x : cells) mapping_[at(problem_.row[at(x)])] = problem_.column[at(x)];
    if (!whole) add_edges(score);
}

// The edges were left out of the problem; what they earn is added, and nothing is proven.
void AccordComparer::add_edges(AccordScore& score) {
    AccordPartners partners;
    match_edges(partners);
    for (std::size_t e = 0; e < partners.edges.size(); ++e)
        if (partners.edges[e] >= 0)
            score.earned +=
                edge_credit(static_cast<std::int32_t>(e), partners.edges[e], at(partners.slots[e]));
    score.upper = score.total_a + score.total_b;
    score.proven = false;
}

void AccordComparer::finish(AccordScore& score) const {
    const Grains total = score.total_a + score.total_b;
    if (score.total_a == 0 || score.total_b == 0) {
        score.value = score.upper_value = total == 0 ? 1 : 0;
        return;
    }
    score.gist = std::pow(covered(score.coverage, model_.lead), model_.gist_power);
    const auto [smaller, larger] = std::minmax(score.total_a, score.total_b);
    const double size = std::pow(ratio(smaller, larger), model_.size_power);
    const auto strict = [&](Grains earned) {
        return std::pow(ratio(earned, total), model_.strict_power) * size;
    };
    const auto mix = [&](double head) { return score.gist + model_.alpha * (head - score.gist); };
    score.strict = strict(score.earned);
    score.value = mix(score.strict);
    score.upper_value = score.proven ? score.value : mix(strict(std::min(score.upper, total)));
}

}  // namespace tertium
