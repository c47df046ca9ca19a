// Bytes become two graphs; what is counted or weighed without an alignment keeps its laws: no more
// matches than there are things to match, the same both ways, in [0, 1], and 1 for a graph and
// itself. A transport moves all there is, and no dearer than a plan that anybody could make.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "graphs.hpp"
#include "features/motifs.hpp"
#include "features/ngrams.hpp"
#include "features/sema.hpp"
#include "features/transport.hpp"
#include "features/wasserstein.hpp"
#include "features/wl.hpp"

using namespace tertium;
using fuzz::Bytes;
using fuzz::require;

namespace {

constexpr double noise = 1e-9;

void check_grams(const GramOptions& options, const PackedGraph& a, const PackedGraph& b) {
    GramCounter counter(options);
    const GramCounts there = counter.compare(&a, &b), back = counter.compare(&b, &a);
    require(there.matched == back.matched && there.total_a == back.total_b);
    for (std::size_t k = 0; k < there.matched.size(); ++k)
        require(there.matched[k] <= std::min(there.total_a[k], there.total_b[k]));
    const GramCounts same = counter.compare(&a, &a);
    require(same.matched == same.total_a && same.total_a == there.total_a);
}

void check_sema(const Convention& convention, const PackedGraph& a, const PackedGraph& b) {
    SemaCounter counter(convention);
    const SemaCounts there = counter.compare(&a, &b);
    require(0 <= there.matched && there.matched <= std::min(there.total_a, there.total_b));
    const SemaCounts same = counter.compare(&a, &a);
    require(same.matched == same.total_a && same.total_a == there.total_a);
}

void check_motifs(const Convention& convention, const PackedGraph& a, const PackedGraph& b) {
    const auto frames = std::make_shared<FrameTable>(
        std::vector<std::pair<std::string, std::string>>{{"a", "b"}, {"boy", "a"}});
    for (const auto& table : {std::shared_ptr<FrameTable>(), frames}) {
        MotifCounter counter({convention, table});
        const MotifCounts there = counter.compare(&a, &b), back = counter.compare(&b, &a);
        require(there.matched == back.matched && there.total_a == back.total_b);
        require(there.matched <= std::min(there.total_a, there.total_b));
        const MotifCounts same = counter.compare(&a, &a);
        require(same.matched == same.total_a && same.total_a == there.total_a);
        double matched = 0;
        for (const SharedPart& part : counter.explain(&a, &b)) matched += part.matched;
        require(matched == there.matched);
        counter.by_triple(a);
    }
}

void check_kernel(const WlOptions& options, const PackedGraph& a, const PackedGraph& b) {
    WlCounter counter(options);
    const double value = counter.compare(&a, &b);
    require(0 <= value && value <= 1 + noise);
    require(std::abs(value - counter.compare(&b, &a)) < noise);
    require(std::abs(counter.compare(&a, &a) - 1) < noise);
}

// Vectors and weights that depend on nothing but their place.
Embedding embed(const PairBatch& batch) {
    Embedding embedding;
    embedding.labels = batch.labels().size();
    embedding.roles = batch.roles().size();
    embedding.dimension = 3;
    for (std::size_t k = 0; k < embedding.labels * embedding.dimension; ++k)
        embedding.vectors.push_back(std::sin(static_cast<double>(k + 1)));
    for (std::size_t k = 0; k < 2 * embedding.roles; ++k)
        embedding.weights.push_back(std::cos(static_cast<double>(k)));
    return embedding;
}

void check_wasserstein(const WassersteinOptions& options, const PackedGraph& a, const PackedGraph& b) {
    const PairBatch batch({&a, &b, &a}, {&b, &a, &a}, options);
    const std::int64_t pairs[] = {0, 1, 2};
    const std::vector<double> values = batch.values(embed(batch), pairs, 1);
    for (double value : values) require(-noise <= value && value <= 1 + noise);
    if (options.mode == Mode::transport) require(std::abs(values[0] - values[1]) < noise);
    require(std::abs(values[2] - 1) < noise);
}

struct Freight {
    std::vector<double> cost;
    std::vector<std::int64_t> supply, demand;
};

Freight make_freight(Bytes& bytes) {
    Freight freight;
    freight.supply.resize(1 + bytes.below(6));
    freight.demand.resize(1 + bytes.below(6));
    for (unsigned load = bytes.below(20); load > 0; --load) {
        ++freight.supply[bytes.below(static_cast<unsigned>(freight.supply.size()))];
        ++freight.demand[bytes.below(static_cast<unsigned>(freight.demand.size()))];
    }
    for (std::size_t k = 0; k < freight.supply.size() * freight.demand.size(); ++k)
        freight.cost.push_back(bytes.below(8) / 3.0);
    return freight;
}

// The cost of serving the demand in order, whatever it costs.
double cost_in_order(Freight freight) {
    double sum = 0;
    for (std::size_t i = 0, j = 0; i < freight.supply.size() && j < freight.demand.size();) {
        const std::int64_t sent = std::min(freight.supply[i], freight.demand[j]);
        sum += static_cast<double>(sent) * freight.cost[i * freight.demand.size() + j];
        freight.supply[i] -= sent;
        freight.demand[j] -= sent;
        if (freight.supply[i] == 0) {
            ++i;
        } else {
            ++j;
        }
    }
    return sum;
}

void check_transport(const Freight& freight) {
    const std::size_t rows = freight.supply.size(), columns = freight.demand.size();
    const auto load = std::accumulate(freight.supply.begin(), freight.supply.end(), 0.0);
    Transport transport;
    transport.solve(freight.cost, freight.supply, freight.demand);
    if (load == 0) return;
    double least = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        double sent = 0, cheapest = freight.cost[i * columns];
        for (std::size_t j = 0; j < columns; ++j) {
            require(transport.flow(i, j) >= 0);
            sent += transport.flow(i, j);
            cheapest = std::min(cheapest, freight.cost[i * columns + j]);
        }
        require(std::abs(sent * load - static_cast<double>(freight.supply[i])) < noise);
        least += cheapest * static_cast<double>(freight.supply[i]);
    }
    for (std::size_t j = 0; j < columns; ++j) {
        double got = 0;
        for (std::size_t i = 0; i < rows; ++i) got += transport.flow(i, j);
        require(std::abs(got * load - static_cast<double>(freight.demand[j])) < noise);
    }
    require(least - noise <= transport.cost() * load);
    require(transport.cost() * load <= cost_in_order(freight) + noise);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const unsigned ways = bytes.below(256), more = bytes.below(64);
    if (ways % 4 == 3) {
        check_transport(make_freight(bytes));
        return 0;
    }
    const fuzz::Shape shape = {5, 8, 3};
    const PackedGraph a(fuzz::make_graph(bytes, shape, 'x')), b(fuzz::make_graph(bytes, shape, 'y'));
    const auto direction = static_cast<Direction>(ways / 4 % 4);
    Convention convention;
    if (ways % 4 == 0) {
        check_grams({static_cast<int>(ways / 4 % 4) + 1, static_cast<Starts>(ways / 16 % 2),
                     ways / 32 % 2 != 0, ways / 64 % 2 != 0, convention},
                    a, b);
        check_sema(convention, a, b);
        check_motifs(convention, a, b);
    } else if (ways % 4 == 1) {
        check_kernel({.k = static_cast<int>(ways / 16 % 4),
                      .direction = direction,
                      .once = more % 2 != 0,
                      .discount = static_cast<Discount>(more / 8 % 3),
                      .edges = more / 4 % 2 != 0,
                      .convention = convention},
                     a, b);
    } else {
        check_wasserstein({.k = static_cast<int>(ways / 16 % 4),
                           .direction = direction,
                           .mode = static_cast<Mode>(more % 3),
                           .edges_to_nodes = more / 4 % 2 != 0,
                           .convention = convention},
                          a, b);
    }
    return 0;
}
