// The linear program, second part: solve it.
#include "align/linear_program.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "support/wide.hpp"

namespace tertium {

namespace {
constexpr int measuring_period = 10;     // iterations
constexpr double far_less = 0.2;         // of the first movement: start anew ...
constexpr double less = 0.8;             // ... or here, if the movement grows again ...
constexpr double longest_before = 0.36;  // ... or after this part of all iterations
constexpr int sleeping_period = 50;      // iterations
constexpr float hopeless = -0.1F;        // triples that a sleeping pair earns more than it pays
}  // namespace

void LinearProgram::iterate() {
    if (total_ % sleeping_period == 0) put_to_sleep();
    map_choice();
    map_prices();
    ++total_;
    if (age_ % measuring_period == 0) {
        const double before = movement_;
        const auto [of_choice, of_prices] = way_from(choice_, prices_);
        movement_ = std::sqrt(weight_ * of_choice + of_prices / weight_);
        if (age_ == 0) {
            first_movement_ = movement_;
        } else if (movement_ <= far_less * first_movement_ ||
                   (movement_ <= less * first_movement_ && movement_ > before) ||
                   age_ > longest_before * total_) {
            restart();
            return;
        }
    }
    ++age_;
    const float keep = static_cast<float>(age_) / static_cast<float>(age_ + 1);
    const auto move = [keep](Values& now, const Values& mapped, const Values& start,
                             std::size_t count) {
        for (std::size_t k = 0; k < count; ++k)
            now[k] = keep * (2 * mapped[k] - now[k]) + (1 - keep) * start[k];
    };
    move(choice_, mapped_choice_, start_choice_, awake_);
    move(prices_, mapped_prices_, start_prices_, prices_.size());
}

// Sleeping pairs stand behind those that are awake. They are not chosen, so they load no limit.
void LinearProgram::put_to_sleep() {
    awake_ = gain_.size();
    find_slopes();
    const auto sleeps = [&](std::size_t k) {
        return slope_[k] < hopeless && choice_[k] == 0 && mapped_choice_[k] == 0 &&
               start_choice_[k] == 0;
    };
    for (std::size_t k = cells_.size(); k < awake_;)
        if (sleeps(k))
            swap_pairs(k, --awake_);
        else
            ++k;
}

void LinearProgram::swap_pairs(std::size_t k, std::size_t other) {
    for (Values* values :
         {&gain_, &choice_step_, &choice_, &mapped_choice_, &start_choice_, &slope_})
        std::swap((*values)[k], (*values)[other]);
    const std::size_t cells = cells_.size();
    std::swap(pairs_[k - cells], pairs_[other - cells]);
    std::swap(pair_limits_[k - cells], pair_limits_[other - cells]);
}

void LinearProgram::map_choice() {
    find_slopes();
    move_choice();
    add_loads();
}

// What a cell or pair earns at the present prices, less what it pays.
TERTIUM_WIDE
void LinearProgram::find_slopes() {
    const float* const price = prices_.data();
    const std::size_t cells = cells_.size();
    slope_.resize(gain_.size());
    for (std::size_t k = 0; k < cells; ++k)
        slope_[k] = gain_[k] - price[cell_limits_[k].row] - price[cell_limits_[k].column];
    const float* group_price = price + problem_->rows + problem_->columns;
    for (const int owner : owner_) slope_[owner] += *group_price++;
    for (std::size_t q = 0; cells + q < awake_; ++q) {
        const auto& limit = pair_limits_[q];
        const float paid =
            (price[limit[0]] + price[limit[1]]) + (price[limit[2]] + price[limit[3]]);
        slope_[cells + q] = gain_[cells + q] - paid;
    }
}

// Leaves the choice moved on as far again in place of the slopes.
TERTIUM_WIDE
void LinearProgram::move_choice() {
    const float pace = 1 / weight_;
    const float *const choice = choice_.data(), *const step = choice_step_.data();
    float *const mapped = mapped_choice_.data(), *const slope = slope_.data();
    for (std::size_t k = 0; k < awake_; ++k)
        mapped[k] = std::max(0.0F, choice[k] + pace * step[k] * slope[k]);
    for (std::size_t k = 0; k < awake_; ++k) slope[k] = 2 * mapped[k] - choice[k];
}

// What that loads upon each limit. The cells of a row come one after the other, so its load stays
// in a register; additions to one place in memory would wait for each other.
void LinearProgram::add_loads() {
    const Values& ahead = slope_;
    load_.assign(prices_.size(), 0.0F);
    float* const load = load_.data();
    float* group_load = load + problem_->rows + problem_->columns;
    for (const int owner : owner_) *group_load++ = -ahead[owner];
    for (std::size_t k = 0; k < cells_.size();) {
        const int row = cell_limits_[k].row;
        float row_load = 0;
        for (; k < cells_.size() && cell_limits_[k].row == row; ++k) {
            row_load += ahead[k];
            load[cell_limits_[k].column] += ahead[k];
        }
        load[row] += row_load;
    }
    for (std::size_t k = cells_.size(); k < awake_; ++k)
        for (int g : pair_limits_[k - cells_.size()]) load[g] += ahead[k];
}

TERTIUM_WIDE
void LinearProgram::map_prices() {
    const int ones = problem_->rows + problem_->columns;
    for (int g = 0; g < ones; ++g) load_[g] -= 1;
    for (std::size_t g = 0; g < prices_.size(); ++g)
        mapped_prices_[g] = std::max(0.0F, prices_[g] + weight_ * price_step_[g] * load_[g]);
}

// In lanes of their own, so that wide registers can be used and the order is always the same.
TERTIUM_WIDE
double LinearProgram::squared_way(const Values& from, const Values& to, const Values& step) {
    constexpr std::size_t lanes = 16;
    constexpr float least_step = 1e-9F;  // what has no step has not moved
    std::array<float, lanes> sums{};
    const float *const x = from.data(), *const y = to.data(), *const s = step.data();
    const std::size_t whole = from.size() / lanes * lanes;
    for (std::size_t k = 0; k < whole; k += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const float moved = y[k + lane] - x[k + lane];
            sums[lane] += moved * moved / std::max(least_step, s[k + lane]);
        }
    for (std::size_t k = whole; k < from.size(); ++k)
        sums[0] += (y[k] - x[k]) * (y[k] - x[k]) / std::max(least_step, s[k]);
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

std::pair<double, double> LinearProgram::way_from(const Values& choice,
                                                  const Values& prices) const {
    return {squared_way(choice, mapped_choice_, choice_step_),
            squared_way(prices, mapped_prices_, price_step_)};
}

// The weight makes choice and prices move equally far.
void LinearProgram::restart() {
    const auto [of_choice, of_prices] = way_from(start_choice_, start_prices_);
    if (of_choice > 0 && of_prices > 0)
        weight_ = static_cast<float>(std::sqrt(weight_ * std::sqrt(of_prices / of_choice)));
    choice_ = start_choice_ = mapped_choice_;
    prices_ = start_prices_ = mapped_prices_;
    age_ = 0;
}

double LinearProgram::value() const {
    double sum = 0;
    for (std::size_t k = 0; k < gain_.size(); ++k)
        sum += static_cast<double>(gain_[k]) * static_cast<double>(mapped_choice_[k]);
    return sum;
}

double LinearProgram::value_without(const std::vector<char>& out, int iterations) const {
    LinearProgram rest = *this;
    rest.exclude(out);
    for (int k = 0; k < iterations; ++k) rest.iterate();
    return rest.lagrangian();
}

// Variables that do not move are not chosen.
void LinearProgram::exclude(const std::vector<char>& out) {
    choice_ = mapped_choice_;
    prices_ = mapped_prices_;
    const std::size_t cells = cells_.size();
    for (std::size_t k = 0; k < cells; ++k)
        if (out[cells_[k]] != 0) choice_[k] = choice_step_[k] = 0;
    for (std::size_t q = 0; q < pairs_.size(); ++q)
        if (out[problem_->first[pairs_[q]]] != 0 || out[problem_->second[pairs_[q]]] != 0)
            choice_[cells + q] = choice_step_[cells + q] = 0;
    mapped_choice_ = start_choice_ = choice_;
    start_prices_ = prices_;
    age_ = total_ = 0;
}

// What is earned, and at their prices what is left of the limits: close to the value of the program
// although the choice breaks limits.
double LinearProgram::lagrangian() {
    choice_ = mapped_choice_;
    prices_ = mapped_prices_;
    awake_ = gain_.size();
    find_slopes();
    double sum = 0;
    const int ones = problem_->rows + problem_->columns;
    for (int g = 0; g < ones; ++g) sum += static_cast<double>(prices_[g]);
    for (std::size_t k = 0; k < slope_.size(); ++k)
        sum += static_cast<double>(slope_[k]) * static_cast<double>(choice_[k]);
    return sum;
}

void LinearProgram::read(LinearSolution& solution) const {
    const auto begin = mapped_prices_.begin();
    const int rows = problem_->rows, columns = problem_->columns;
    solution.cell.assign(problem_->row.size(), 0.0F);
    solution.pair.assign(problem_->first.size(), 0.0F);
    for (std::size_t k = 0; k < cells_.size(); ++k) solution.cell[cells_[k]] = mapped_choice_[k];
    for (std::size_t q = 0; q < pairs_.size(); ++q) {
        const float chosen = mapped_choice_[cells_.size() + q];
        solution.pair[pairs_[q]] = chosen;
        for (int x : {problem_->first[pairs_[q]], problem_->second[pairs_[q]]})
            if (is_leaf(x)) solution.cell[x] = chosen;
        for (std::size_t t = 0; t < 4; ++t)
            solution.prices[pairs_[q]][t] = mapped_prices_[pair_limits_[q][t]];
    }
    solution.row.assign(begin, begin + rows);
    solution.column.assign(begin + rows, begin + rows + columns);
    solution.weight = weight_;
}

// Where prices exceed the gain, both ends give way in proportion; where they fall short, half each.
float LinearProgram::share(std::size_t q) const {
    const auto& limit = pair_limits_[q];
    const float gain = gain_[cells_.size() + q];
    const float here = mapped_prices_[limit[0]] + mapped_prices_[limit[1]];
    const float there = mapped_prices_[limit[2]] + mapped_prices_[limit[3]];
    const float paid = here + there;
    return paid > gain ? here * gain / paid : here + (gain - paid) / 2;
}

}  // namespace tertium
