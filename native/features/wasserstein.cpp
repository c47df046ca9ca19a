#include "features/wasserstein.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "support/index.hpp"
#include "support/parallel.hpp"

namespace tertium {

namespace {

// Rounding leaves about 1e-15 between equal unit vectors; a root would make 3e-8 of it.
constexpr double squared_noise = 1e-13;

}  // namespace

/// Compares pairs; keeps its memory from pair to pair. One for each thread.
class PairComparer {
  public:
    PairComparer(const PairBatch& batch, const Embedding& embedding, Interruption* interruption)
        : batch_(batch),
          embedding_(embedding),
          interruption_(interruption),
          transport_(interruption) {}

    double value(std::size_t pair) {
        const std::size_t rows = nodes(2 * pair), columns = nodes(2 * pair + 1);
        if (rows == 0 || columns == 0) return rows == columns ? 1.0 : 0.0;
        find_costs(pair);
        switch (batch_.options_.mode) {
            case Mode::nearest_a:
                return 1 - nearest(rows, columns, columns, 1) / 2;
            case Mode::nearest_b:
                return 1 - nearest(columns, rows, 1, columns) / 2;
            case Mode::transport:
                break;
        }
        transport_.solve_uniform(cost_, rows, columns);
        return 1 - transport_.cost() / 2;
    }

    Plan plan(std::size_t pair) {
        Plan plan;
        plan.rows = nodes(2 * pair);
        plan.columns = nodes(2 * pair + 1);
        plan.value = value(pair);
        if (plan.rows == 0 || plan.columns == 0) return plan;
        plan.cost = cost_;
        plan.flow.assign(plan.rows * plan.columns, 0);
        switch (batch_.options_.mode) {
            case Mode::nearest_a:
                flow_to_nearest(plan.rows, plan.columns, plan.columns, 1, plan.flow);
                break;
            case Mode::nearest_b:
                flow_to_nearest(plan.columns, plan.rows, 1, plan.columns, plan.flow);
                break;
            case Mode::transport:
                for (std::size_t i = 0; i < plan.rows; ++i)
                    for (std::size_t j = 0; j < plan.columns; ++j)
                        plan.flow[i * plan.columns + j] = transport_.flow(i, j);
        }
        return plan;
    }

  private:
    std::size_t nodes(std::size_t side) const { return batch_.sides_[side].graph.labels.size(); }

    /// Where the cost of moving node i to the nearest of `others` stands.
    std::size_t nearest_to(std::size_t i, std::size_t others, std::size_t step,
                           std::size_t other_step) const {
        std::size_t least = i * step;
        for (std::size_t j = 1; j < others; ++j)
            if (cost_[i * step + j * other_step] < cost_[least]) least = i * step + j * other_step;
        return least;
    }

    /// The mean over `count` nodes of the distance to the nearest of `others`.
    double nearest(std::size_t count, std::size_t others, std::size_t step,
                   std::size_t other_step) const {
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i)
            sum += cost_[nearest_to(i, others, step, other_step)];
        return sum / static_cast<double>(count);
    }

    /// Every one of `count` nodes, weighing the same, goes to the nearest of `others`.
    void flow_to_nearest(std::size_t count, std::size_t others, std::size_t step,
                         std::size_t other_step, std::vector<double>& flow) const {
        for (std::size_t i = 0; i < count; ++i)
            flow[nearest_to(i, others, step, other_step)] += 1.0 / static_cast<double>(count);
    }

    double scale() const { return batch_.options_.halve ? 0.5 : 1.0; }

    /// With what factor a message is heard.
    double weight(const PairBatch::Side& side, std::size_t k, std::size_t sample) const {
        const Message& message = side.messages[k];
        const std::size_t place = (sample * embedding_.roles + message.role) * 2;
        return scale() * side.share[k] * embedding_.weights[place + (message.back ? 1 : 0)];
    }

    /// One step for all rows: row v of out is s (row v + mean of w · row u), s being ½ or 1.
    void step_rows(const PairBatch::Side& side, std::size_t sample, std::size_t columns,
                   std::vector<double>& matrix) {
        const double scaled = scale();
        next_.resize(matrix.size());
        for (std::size_t i = 0; i < matrix.size(); ++i) next_[i] = scaled * matrix[i];
        for (std::size_t k = 0; k < side.messages.size(); ++k) {
            const Message& message = side.messages[k];
            const double factor = weight(side, k, sample);
            double* to = next_.data() + at(message.to) * columns;
            const double* from = matrix.data() + at(message.from) * columns;
            for (std::size_t j = 0; j < columns; ++j) to[j] += factor * from[j];
        }
        matrix.swap(next_);
    }

    void transpose(std::vector<double>& matrix, std::size_t rows, std::size_t columns) {
        next_.resize(matrix.size());
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < columns; ++j) next_[j * rows + i] = matrix[i * columns + j];
        matrix.swap(next_);
    }

    /// One step on both sides of a matrix of products.
    void step(std::size_t left, std::size_t right, std::size_t sample,
              std::vector<double>& matrix) {
        const std::size_t rows = nodes(left), columns = nodes(right);
        step_rows(batch_.sides_[left], sample, columns, matrix);
        transpose(matrix, rows, columns);
        step_rows(batch_.sides_[right], sample, rows, matrix);
        transpose(matrix, columns, rows);
    }

    /// The squared lengths of embeddings, from the products of a graph's nodes with each other. The
    /// last step is done for what is needed of it alone.
    void add_squares(std::size_t side, std::size_t sample, std::vector<double>& matrix,
                     std::vector<double>& squares) {
        const std::size_t size = nodes(side);
        squares.assign(size, 0);
        for (int t = 0;; ++t) {
            check(interruption_, matrix.size());
            for (std::size_t i = 0; i < size; ++i) squares[i] += matrix[i * size + i];
            if (t + 1 >= batch_.options_.k) break;
            step(side, side, sample, matrix);
        }
        if (batch_.options_.k == 0) return;
        step_rows(batch_.sides_[side], sample, size, matrix);
        diagonal_.resize(size);
        for (std::size_t i = 0; i < size; ++i) diagonal_[i] = scale() * matrix[i * size + i];
        const PairBatch::Side& messages = batch_.sides_[side];
        for (std::size_t k = 0; k < messages.messages.size(); ++k) {
            const Message& message = messages.messages[k];
            diagonal_[at(message.to)] +=
                weight(messages, k, sample) * matrix[at(message.to) * size + at(message.from)];
        }
        for (std::size_t i = 0; i < size; ++i) squares[i] += diagonal_[i];
    }

    /// Add what one sample says to the costs.
    void add_sample(std::size_t pair, std::size_t sample) {
        const std::size_t a = 2 * pair, b = a + 1, rows = nodes(a), columns = nodes(b);
        if (batch_.kept_.empty())
            batch_.multiply(embedding_, sample, pair, labels_, now_);
        else
            now_ = batch_.kept_[pair];
        product_.assign(rows * columns, 0);
        for (int t = 0;; ++t) {
            check(interruption_, product_.size());
            for (std::size_t i = 0; i < product_.size(); ++i) product_[i] += now_.ab[i];
            if (t == batch_.options_.k) break;
            step(a, b, sample, now_.ab);
        }
        add_squares(a, sample, now_.aa, square_a_);
        add_squares(b, sample, now_.bb, square_b_);
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < columns; ++j)
                cost_[i * columns + j] += distance(i, j, columns);
    }

    /// The distance of two embeddings scaled to length 1; an embedding of zeros stays zero.
    double distance(std::size_t i, std::size_t j, std::size_t columns) const {
        const double a = square_a_[i], b = square_b_[j];
        double squared = (a > 0 ? 1 : 0) + (b > 0 ? 1 : 0);
        if (a > 0 && b > 0) squared -= 2 * product_[i * columns + j] / std::sqrt(a * b);
        return squared < squared_noise ? 0 : std::min(2.0, std::sqrt(squared));
    }

    void find_costs(std::size_t pair) {
        cost_.assign(nodes(2 * pair) * nodes(2 * pair + 1), 0);
        for (std::size_t sample = 0; sample < embedding_.samples; ++sample)
            add_sample(pair, sample);
        for (double& cost : cost_) cost /= static_cast<double>(embedding_.samples);
    }

    const PairBatch& batch_;
    const Embedding& embedding_;
    Interruption* interruption_;
    Transport transport_;
    LabelProducts labels_;
    PairBatch::Products now_;
    std::vector<double> product_, square_a_, square_b_, diagonal_, cost_, next_;
};

PairBatch::PairBatch(const std::vector<const PackedGraph*>& a,
                     const std::vector<const PackedGraph*>& b, const WassersteinOptions& options)
    : options_(options), sides_(2 * a.size()) {
    if (a.size() != b.size()) throw std::invalid_argument("the lists differ in length");
    std::vector<std::int32_t> degree;
    Graph standard;
    for (std::size_t i = 0; i < sides_.size(); ++i) {
        const PackedGraph* graph = i % 2 == 0 ? a[i / 2] : b[i / 2];
        if (graph == nullptr) continue;
        Side& side = sides_[i];
        standardise(*graph, options.convention, standard);
        label_graph(standard, options.convention.inverse, labels_, roles_, side.graph);
        if (options.edges_to_nodes) edges_to_nodes(side.graph, labels_, roles_);
        list_messages(side.graph, options.direction, side.messages);
        degree.assign(side.graph.labels.size(), 0);
        for (const Message& message : side.messages) ++degree[at(message.to)];
        for (const Message& message : side.messages)
            side.share.push_back(1.0 / degree[at(message.to)]);
    }
    for (std::size_t i = 0; i < sides_.size(); i += 2) {
        const std::size_t rows = sides_[i].graph.labels.size();
        const std::size_t columns = sides_[i + 1].graph.labels.size();
        const std::size_t larger = std::max(rows, columns);
        if (std::min(rows, columns) > 0 && larger * larger > node_pair_limit)
            throw std::length_error("a graph has " + std::to_string(larger) +
                                    " nodes, too many for an exact transport");
    }
}

void PairBatch::check(const Embedding& embedding) const {
    if (embedding.labels != labels_.size() || embedding.roles != roles_.size() ||
        embedding.vectors.size() != embedding.samples * embedding.labels * embedding.dimension ||
        embedding.weights.size() != embedding.samples * embedding.roles * 2)
        throw std::invalid_argument("the vectors or weights do not fit the graphs");
}

void PairBatch::multiply(const Embedding& embedding, std::size_t sample, std::size_t pair,
                         LabelProducts& labels, Products& out) const {
    const double* vectors =
        embedding.vectors.data() + sample * embedding.labels * embedding.dimension;
    labels.multiply(vectors, embedding.dimension, sides_[2 * pair].graph.labels,
                    sides_[2 * pair + 1].graph.labels);
    labels.first(out.aa);
    labels.second(out.bb);
    labels.both(out.ab);
}

void PairBatch::keep_products(const Embedding& embedding, int threads) {
    check(embedding);
    if (embedding.samples != 1) throw std::invalid_argument("products are kept for one sample");
    kept_.assign(size(), Products());
    const auto make = [&] {
        return [&, labels = LabelProducts()](std::size_t i) mutable {
            multiply(embedding, 0, i, labels, kept_[i]);
        };
    };
    parallel_for(size(), threads, make);
}

std::vector<double> PairBatch::values(const Embedding& embedding,
                                      std::span<const std::int64_t> pairs, int threads,
                                      Interruption* interruption) const {
    check(embedding);
    for (std::int64_t pair : pairs)
        if (pair < 0 || static_cast<std::size_t>(pair) >= size())
            throw std::invalid_argument("there is no such pair");
    std::vector<double> values(pairs.size());
    const auto make = [&] {
        return [&, comparer = PairComparer(*this, embedding, interruption)](std::size_t i) mutable {
            values[i] = comparer.value(static_cast<std::size_t>(pairs[i]));
        };
    };
    parallel_for(pairs.size(), threads, make, interruption);
    return values;
}

Plan PairBatch::plan(const Embedding& embedding, std::size_t pair,
                     Interruption* interruption) const {
    check(embedding);
    return PairComparer(*this, embedding, interruption).plan(pair);
}

}  // namespace tertium
