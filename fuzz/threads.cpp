// Everything that runs on several threads, for the thread sanitizer: loops over pairs with each
// metric, alone and many at once on the same graphs, as Python threads do; loops that fail and
// loops that are interrupted. What many threads compute must be what one computes.
//     threads [SEED]
#include <atomic>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "align/aligner.hpp"
#include "features/ngrams.hpp"
#include "features/sema.hpp"
#include "features/wasserstein.hpp"
#include "features/wl.hpp"
#include "graph/penman.hpp"
#include "graphs.hpp"
#include "search/nearest.hpp"
#include "search/postings.hpp"
#include "support/hash.hpp"
#include "support/parallel.hpp"

using namespace tertium;
using fuzz::require;

namespace {

constexpr int crowd = 8;     // threads of one loop
constexpr int callers = 32;  // loops at once
using Values = std::vector<double>;

/// An index of graphs: a segment for alignments, and one of k-grams.
struct Library {
    std::vector<Document> documents;
    std::vector<std::vector<Feature>> features;
    std::vector<std::byte> sketches, postings;

    explicit Library(const std::vector<const PackedGraph*>& graphs) {
        GramCounter counter{GramOptions()};
        for (std::size_t i = 0; i < graphs.size(); ++i) {
            const std::string id = std::to_string(i);
            documents.push_back({graphs[i], id, "(x" + id + " / graph)"});
            features.emplace_back();
            for (const auto& grams : counter.list(*graphs[i]))
                for (const std::string& gram : grams)
                    features.back().push_back({feature_key(gram, 0), 0, 1.0});
            merge_features(features.back());
        }
        sketches = build();
        postings = write_postings(documents, features, std::vector<double>(graphs.size(), 1.0), 1);
    }

    std::vector<std::byte> build() const { return write_sketches(documents, Convention(), nullptr); }
};

/// Graphs, and what is shared by everybody who compares them.
struct World {
    std::vector<PackedGraph> graphs;
    std::vector<const PackedGraph*> a, b;
    std::shared_ptr<SimilarityTable> similarities = std::make_shared<SimilarityTable>();
    std::unique_ptr<PairBatch> batch, kept;
    std::vector<std::int64_t> numbers;
    Embedding embedding;
    std::unique_ptr<Library> library;

    World(unsigned seed, std::size_t pairs) {
        std::mt19937 random(seed);
        graphs.reserve(2 * pairs);
        for (std::size_t k = 0; k < 2 * pairs; ++k) {
            std::uint8_t data[64];
            for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(random());
            fuzz::Bytes bytes(data, sizeof data);
            graphs.emplace_back(fuzz::make_graph(bytes, {8, 12, 4, 5}, k % 2 == 0 ? 'x' : 'y'));
        }
        for (std::size_t k = 0; k < pairs; ++k) {
            const bool missing = k % 50 == 7;
            a.push_back(missing ? nullptr : &graphs[2 * k]);
            b.push_back(&graphs[2 * k + 1]);
            numbers.push_back(static_cast<std::int64_t>(k));
            similarities->add(graphs[2 * k].unpack(), graphs[2 * k + 1].unpack());
        }
        Values values;
        for (std::size_t k = 0; k < similarities->pairs().size(); ++k)
            values.push_back(1 / (1.3 + 0.7 * static_cast<double>(k)));
        similarities->set(values);
        batch = std::make_unique<PairBatch>(a, b, WassersteinOptions());
        embed();
        library = std::make_unique<Library>(b);
    }

    void embed() {
        embedding.labels = batch->labels().size();
        embedding.roles = batch->roles().size();
        embedding.dimension = 5;
        for (std::size_t k = 0; k < embedding.labels * embedding.dimension; ++k)
            embedding.vectors.push_back(static_cast<double>(k % 7) - 2.5);
        embedding.weights.assign(2 * embedding.roles, 0.75);
        kept = std::make_unique<PairBatch>(a, b, WassersteinOptions());
        kept->keep_products(embedding, crowd);
    }
};

template <class Make, class Value>
Values loop(const World& world, int threads, Make make, Value value) {
    Values values(world.a.size());
    Interruption interruption([] { return false; });
    parallel_for(
        values.size(), threads,
        [&] {
            return [&, counter = make(&interruption)](std::size_t i) mutable {
                values[i] = value(counter, world.a[i], world.b[i]);
            };
        },
        &interruption);
    require(interruption.done() == values.size());
    return values;
}

Values align(const World& world, int threads, AlignerOptions options) {
    const auto make = [&](Interruption* interruption) {
        AlignerOptions used = options;
        used.interruption = interruption;
        return Aligner(used);
    };
    return loop(world, threads, make, [](Aligner& aligner, const PackedGraph* a, const PackedGraph* b) {
        return aligner.compare(a, b).matched;
    });
}

/// Sum up what is found for each graph of the index: its nearest (`within` is 0), or all within a value.
Values search(const World& world, int threads, double within) {
    const Segment segment(world.library->sketches);
    const Sketches sketches(segment);
    std::vector<std::uint8_t> removed(sketches.size());
    removed[3] = 1;
    const std::vector<Volume> volumes{{&sketches, removed}};
    const std::vector<std::vector<std::uint32_t>> numbers(1);
    AlignerOptions options;
    options.budget = 100;
    options.canonical = false;
    Values values(sketches.size());
    parallel_for(values.size(), threads, [&] {
        auto found = std::make_shared<NeighbourSearch>(sketches, volumes, numbers, options);
        return [&, found](std::size_t i) {
            const auto neighbours = within > 0 ? found->within(i, within, 0) : found->nearest(i, 5, 0, 0);
            for (const Neighbour& neighbour : neighbours)
                values[i] += neighbour.value * (1 + neighbour.graph);
        };
    });
    return values;
}

/// Sum up the k-grams that each graph shares with all of the index.
Values share(const World& world, int threads) {
    const Segment segment(world.library->postings);
    const Postings postings(segment);
    Values values(postings.size());
    parallel_for(values.size(), threads, [&] {
        return [&, sums = Values(), touched = std::vector<std::uint32_t>()](std::size_t i) mutable {
            postings.share(world.library->features[i], Sharing::lesser, 1, sums, touched);
            for (const std::uint32_t graph : touched) values[i] += sums[graph] * (1 + graph);
        };
    });
    return values;
}

/// Build the index again, on every thread.
Values build(const World& world, int threads) {
    Values values(4);
    parallel_for(values.size(), threads, [&] {
        return [&](std::size_t i) {
            const std::vector<std::byte> bytes = world.library->build();
            require(bytes == world.library->sketches);
            values[i] = static_cast<double>(Segment(bytes).checksum() >> 16);
        };
    });
    return values;
}

constexpr int ways = 13;

/// The values of all pairs, in one of many ways.
Values compute(const World& world, int way, int threads) {
    AlignerOptions options;
    options.budget = 100;
    switch (way) {
        case 1:
            options.grading.similarities = world.similarities;
            break;
        case 2:
            options.grading.by_distance = {unit, unit / 2, unit / 3};
            break;
        case 3:
            options.solver = Solver::climb;
            options.restarts = 2;
            break;
        case 4:
            return loop(
                world, threads, [](Interruption*) { return GramCounter(GramOptions()); },
                [](GramCounter& counter, const PackedGraph* a, const PackedGraph* b) {
                    return counter.compare(a, b).matched.front();
                });
        case 5:
            return loop(
                world, threads, [](Interruption*) { return SemaCounter(Convention()); },
                [](SemaCounter& counter, const PackedGraph* a, const PackedGraph* b) {
                    return counter.compare(a, b).matched;
                });
        case 6:
            return loop(
                world, threads, [](Interruption*) { return WlCounter(WlOptions()); },
                [](WlCounter& counter, const PackedGraph* a, const PackedGraph* b) {
                    return counter.compare(a, b);
                });
        case 7:
            return world.batch->values(world.embedding, world.numbers, threads);
        case 8:
            return world.kept->values(world.embedding, world.numbers, threads);
        case 9:
            return search(world, threads, 0);
        case 10:
            return search(world, threads, 0.6);
        case 11:
            return share(world, threads);
        case 12:
            return build(world, threads);
        default:
            break;
    }
    return align(world, threads, options);
}

// Loops of their own on many threads at once, over the same graphs and tables.
void check_callers(const World& world, const std::vector<Values>& expected) {
    std::vector<std::thread> all;
    for (int caller = 0; caller < callers; ++caller)
        all.emplace_back([&, caller] {
            for (int k = 0; k < 2; ++k) {
                const int way = (caller + k) % ways;
                require(compute(world, way, 1 + caller % 3) ==
                        expected[static_cast<std::size_t>(way)]);
            }
            require(read_penman("(b / boy :mod (t / tall)) (b / boy").size() == 2);
        });
    for (std::thread& thread : all) thread.join();
}

// The first failure of a loop ends it on every thread.
void check_failure() {
    std::atomic<int> visited = 0;
    try {
        parallel_for(10'000, crowd, [&] {
            return [&](std::size_t i) {
                ++visited;
                if (i % 100 == 50) throw std::length_error("as planned");
            };
        });
        require(false);
    } catch (const std::length_error&) {
        require(visited < 10'000);
    }
}

// So does an interruption, even while the thread that asks has nothing left to do.
void check_interruption(const World& world) {
    std::atomic<bool> asked = false;
    Interruption interruption([&] { return asked.exchange(true); });
    try {
        parallel_for(
            1'000'000'000, crowd,
            [&] {
                return [&, aligner = Aligner(AlignerOptions())](std::size_t i) mutable {
                    aligner.compare(world.a[i % world.a.size()], world.b[i % world.b.size()]);
                };
            },
            &interruption);
        require(false);
    } catch (const Interrupted&) {
        require(asked);
    }
}

}  // namespace

int main(int count, char** arguments) {
    const unsigned seed = count > 1 ? static_cast<unsigned>(std::atoi(arguments[1])) : 1;
    const World world(seed, 120);
    std::vector<Values> expected;
    for (int way = 0; way < ways; ++way) {
        expected.push_back(compute(world, way, 1));
        require(compute(world, way, crowd) == expected.back());
    }
    require(expected[7] == expected[8]);
    check_callers(world, expected);
    check_failure();
    check_interruption(world);
    std::printf("threads: %d ways, %zu pairs, %d callers: no difference\n", ways, world.a.size(),
                callers);
    return 0;
}
