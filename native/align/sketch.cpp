#include "align/sketch.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <utility>

#include "align/join.hpp"

namespace tertium {

namespace {

// Roles that are no strings of a graph. Symbols are counted from 0, so these never clash.
constexpr std::uint64_t top_role = 0xFFFFFFFFULL;
constexpr std::uint64_t loop_role = 0xFFFFFFFEULL;
constexpr std::uint64_t instance_role = 0xFFFFFFFDULL;
constexpr std::uint32_t no_value = 0xFFFFFFFFU;
constexpr std::size_t few_items = 64;  // that are put in their places one by one

std::uint64_t make_key(std::uint64_t role, std::uint64_t value) { return role << 32 | value; }

// The fields of an item in their order, as two numbers: comparing those is quicker.
using Order = std::pair<std::uint64_t, std::uint64_t>;

std::uint64_t joined(std::int32_t high, std::int32_t low) {
    return std::uint64_t{static_cast<std::uint32_t>(high)} << 32 | static_cast<std::uint32_t>(low);
}
Order order(const Fact& f) { return {f.key, joined(f.variable, f.triple)}; }
Order order(const Link& l) {
    return {std::uint64_t{l.role} << 32 | static_cast<std::uint32_t>(l.source),
            joined(l.target, l.triple)};
}

// Sort items by buckets 0, 1, ..., which are in the order of the items, then within each. A graph
// has few items of a bucket, and most often those are sorted already.
template <class T, class BucketOf>
void sort_by_buckets(std::vector<T>& items, std::size_t buckets, BucketOf bucket_of,
                     std::vector<std::uint32_t>& begin, std::vector<T>& sorted) {
    begin.assign(buckets + 1, 0);
    for (const T& item : items) ++begin[bucket_of(item) + 1];
    for (std::size_t b = 1; b < buckets; ++b) begin[b] += begin[b - 1];
    sorted.resize(items.size());
    for (const T& item : items) sorted[begin[bucket_of(item)]++] = item;
    items.swap(sorted);
    const auto less = [](const T& x, const T& y) { return order(x) < order(y); };
    for (auto item = items.begin(); item != items.end(); ++item) {
        if (item == items.begin() || !less(*item, item[-1])) continue;
        if (items.size() > few_items) return std::sort(items.begin(), items.end(), less);
        std::rotate(std::upper_bound(items.begin(), item, *item, less), item, item + 1);
    }
}

// Count equal neighbours of items that count one each, `triple` aside.
template <class T, class Same>
void count_equal(std::vector<T>& items, Same same) {
    std::size_t kept = 0;
    for (std::size_t i = 1; i < items.size(); ++i) {
        if (same(items[i], items[kept])) {
            items[kept].count += 1;
        } else {
            items[++kept] = items[i];
        }
    }
    if (!items.empty()) items.resize(kept + 1);
}

// The keys of facts that name no concept, sorted; one that counts twice is there twice. Which ones
// name a concept cannot be foreseen, so they are chosen without a branch.
void sort_keys(const Sketch& sketch, std::vector<std::uint64_t>& keys) {
    keys.resize(sketch.facts.size());
    std::size_t kept = 0;
    for (const Fact& fact : sketch.facts) {
        keys[kept] = fact.key;
        kept += fact.is_instance() ? 0 : 1;
    }
    keys.resize(kept);
    for (const Fact& fact : sketch.facts)
        if (fact.count > 1 && !fact.is_instance())
            keys.insert(keys.end(), static_cast<std::size_t>(fact.count - 1), fact.key);
    std::sort(keys.begin(), keys.end());
}

// The places of a graph's concepts in the table of similarities, by variable.
void place_concepts(const Graph& graph, Top top, const Grading& grading,
                    std::vector<Concept>& found, Sketch& sketch) {
    const SimilarityTable& similarities = *grading.similarities;
    found.clear();
    for (std::size_t i = 0; i < graph.triples.size(); ++i) {
        const Triple& t = graph.triples[i];
        if (t.kind != Kind::instance || t.missing) continue;
        found.push_back({similarities.find(graph.view(t.value)), static_cast<std::int32_t>(i)});
    }
    sketch.concepts.reset(graph.size(), [&](auto visit) {
        for (const Concept& c : found)
            visit(graph.triples[static_cast<std::size_t>(c.triple)].source, c);
    });
    sketch.top = top == Top::concept_ && grading.graded_top ? graph.top : -1;
    sketch.top_concept = -1;
    if (sketch.top < 0) return;
    const std::span<const Concept> of_top = sketch.concepts_of(sketch.top);
    if (!of_top.empty()) sketch.top_concept = of_top.front().place;
}

// Breadth first from the top, along edges of either direction.
void measure_distances(const Graph& graph, Sketch& sketch) {
    constexpr int unreached = std::numeric_limits<int>::max() - 1;
    sketch.distance.assign(graph.size(), unreached);
    if (graph.top < 0) return;
    const Groups<> neighbours(graph.size(), [&](auto visit) {
        for (const Triple& t : graph.triples) {
            if (t.kind != Kind::edge) continue;
            visit(t.source, t.target);
            visit(t.target, t.source);
        }
    });
    std::vector<int> queue{graph.top};
    sketch.distance[static_cast<std::size_t>(graph.top)] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i)
        for (int v : neighbours[static_cast<std::size_t>(queue[i])]) {
            int& distance = sketch.distance[static_cast<std::size_t>(v)];
            if (distance != unreached) continue;
            distance = sketch.distance[static_cast<std::size_t>(queue[i])] + 1;
            queue.push_back(v);
        }
}

Weight total_worth(const Sketch& sketch, const Grading& grading) {
    if (grading.is_unit())
        return unit * static_cast<Weight>(sketch.facts.size() + sketch.links.size());
    Weight total = 0;
    for (const Fact& fact : sketch.facts) total += sketch.worth(fact, grading);
    for (const Link& link : sketch.links) total += sketch.worth(link, grading);
    return total;
}

}  // namespace

bool Fact::is_instance() const { return key >> 32 == instance_role; }
bool Fact::is_top() const { return key >> 32 == top_role; }
bool Fact::is_concept() const { return is_instance() || is_top(); }
bool Fact::is_attribute() const { return key >> 32 < instance_role; }

TripleType Fact::type() const {
    if (is_attribute()) return TripleType::attribute;
    if (is_instance()) return TripleType::instance;
    return is_top() ? TripleType::top : TripleType::relation;
}

std::uint32_t Fact::label() const {
    if (is_top()) return 0;
    return static_cast<std::uint32_t>(is_attribute() ? key >> 32 : key);
}

Weight Sketch::worth(const Graph& graph, const Triple& triple, const Grading& grading) const {
    const auto at = [&](std::int32_t variable) { return grading.at(distance_of(variable)); };
    const bool is_edge = triple.kind == Kind::edge, is_attribute = triple.kind == Kind::attribute;
    const Weight here = is_edge ? std::min(at(triple.source), at(triple.target))
                                : grading.at(distance_of(triple.source) + (is_attribute ? 1 : 0));
    if (!grading.by_label) return here;
    const TripleType type = is_edge        ? TripleType::relation
                            : is_attribute ? TripleType::attribute
                                           : TripleType::instance;
    const Slice label = type == TripleType::instance ? triple.value : triple.role;
    return times(here, grading.by_label->of(type, graph.view(label)));
}

void Sketcher::sketch(const Graph& a, const Graph& b, Top top, const Grading& grading,
                      Sketch& sketch_a, Sketch& sketch_b) {
    symbols_.clear();
    by_label_.clear();
    sketch_one(b, top, grading, sketch_b);
    symbols_of_b_ = symbols_.size();
    sketch_one(a, top, grading, sketch_a);
}

void Sketcher::sketch_next(const Graph& a, Top top, const Grading& grading, Sketch& sketch_a) {
    symbols_.truncate(symbols_of_b_);
    sketch_one(a, top, grading, sketch_a);
}

void Sketcher::gather(const Graph& a, const Graph& b, Top top, Sketch& sketch_a, Sketch& sketch_b) {
    symbols_.clear();
    by_label_.clear();
    gather_one(b, top, {}, sketch_b);
    symbols_of_b_ = symbols_.size();
    gather_one(a, top, {}, sketch_a);
}

void Sketcher::gather_next(const Graph& a, Top top, Sketch& sketch_a) {
    symbols_.truncate(symbols_of_b_);
    gather_one(a, top, {}, sketch_a);
}

// Roles of links and concepts are counted by their symbols; other facts are few, and all have one
// more place, which is emptied.
std::int64_t Sketcher::count_common(const Sketch& a, const Sketch& b) {
    const std::size_t symbols = symbols_.size();
    times_.assign(2 * symbols + 1, 0);
    std::int64_t common = 0;
    const auto take = [&](std::size_t at, std::int32_t count) {
        const std::int32_t both = std::min(times_[at], count);
        times_[at] -= both;
        common += both;
    };
    const auto at = [&](const Fact& fact) {
        return symbols + (fact.is_instance() ? static_cast<std::uint32_t>(fact.key) : symbols);
    };
    for (const Link& link : b.links) times_[link.role] += link.count;
    for (const Fact& fact : b.facts) times_[at(fact)] += fact.count;
    times_.back() = 0;
    for (const Link& link : a.links) take(link.role, link.count);
    for (const Fact& fact : a.facts) take(at(fact), fact.count);
    sort_keys(a, keys_a_);
    sort_keys(b, keys_b_);
    join(keys_a_, keys_b_, std::identity(), [&](auto i, auto i_end, auto j, auto j_end) {
        common += static_cast<std::int64_t>(std::min(i_end - i, j_end - j));
    });
    return common;
}

void Sketcher::sketch(const Graph& graph, Top top, Sketch& sketch) {
    symbols_.clear();
    sketch_one(graph, top, {}, sketch);
}

std::string Sketcher::text_of(const Fact& fact) const {
    const std::uint64_t role = fact.key >> 32;
    const auto value = static_cast<std::uint32_t>(fact.key);
    const auto word = [&](std::uint32_t symbol) {
        return symbol == no_value ? std::string() : std::string(symbols_[symbol]);
    };
    if (role == instance_role) return "/" + word(value);
    if (role == loop_role) return "@" + word(value);
    if (role == top_role && !tops_are_concepts_) return "^";
    if (role == top_role) return value == no_value ? "~" : "^" + word(value);
    // The length tells where the role ends, whatever it consists of.
    const std::string name = word(static_cast<std::uint32_t>(role));
    return (value == no_value ? "!" : ":") + std::to_string(name.size()) + " " + name + word(value);
}

std::string Sketcher::text_of(const Link& link) const {
    return ">" + std::string(symbols_[link.role]);
}

void Sketcher::sketch_one(const Graph& graph, Top top, const Grading& grading, Sketch& sketch) {
    gather_one(graph, top, grading, sketch);
    arrange(sketch);
}

void Sketcher::gather_one(const Graph& graph, Top top, const Grading& grading, Sketch& sketch) {
    sketch.variables = static_cast<int>(graph.size());
    sketch.facts.clear();
    sketch.names.clear();
    sketch.links.clear();
    std::uint32_t top_concept = no_value;
    for (std::size_t i = 0; i < graph.triples.size(); ++i) {
        const Triple& triple = graph.triples[i];
        const auto place = static_cast<std::int32_t>(i);
        if (triple.kind == Kind::edge) {
            const std::uint32_t role = symbols_.add(graph.view(triple.role));
            if (triple.source == triple.target) {
                sketch.facts.push_back({make_key(loop_role, role), triple.source, 1, place});
            } else {
                sketch.links.push_back({role, triple.source, triple.target, 1, place});
            }
        } else if (triple.kind == Kind::instance) {
            if (triple.missing) continue;
            const std::uint32_t value = symbols_.add(graph.view(triple.value));
            if (triple.source == graph.top && top_concept == no_value) top_concept = value;
            sketch.facts.push_back({make_key(instance_role, value), triple.source, 1, place});
        } else {
            const std::uint32_t role = symbols_.add(graph.view(triple.role));
            const std::uint32_t value =
                triple.missing ? no_value : symbols_.add(graph.view(triple.value));
            sketch.facts.push_back({make_key(role, value), triple.source, 1, place});
        }
    }
    add_top(graph, top, top_concept, sketch);
    if (grading.similarities) place_concepts(graph, top, grading, concepts_, sketch);
    if (!grading.by_distance.empty()) measure_distances(graph, sketch);
    weigh_labels(graph, grading.by_label.get(), sketch);
    sketch.total = total_worth(sketch, grading);
}

void Sketcher::arrange(Sketch& sketch) {
    sort(sketch);
    count_equal(sketch.facts, [](const Fact& x, const Fact& y) {
        return x.key == y.key && x.variable == y.variable;
    });
    count_equal(sketch.links, [](const Link& x, const Link& y) {
        return x.role == y.role && x.source == y.source && x.target == y.target;
    });
}

// Attributes by role, then concepts, loops and tops.
void Sketcher::sort(Sketch& sketch) {
    const std::size_t symbols = symbols_.size();
    const auto bucket_of = [&](const Fact& fact) {
        if (fact.is_attribute()) return static_cast<std::size_t>(fact.key >> 32);
        if (fact.is_instance()) return symbols + static_cast<std::uint32_t>(fact.key);
        return 2 * symbols + (fact.is_top() ? 1 : 0);
    };
    sort_by_buckets(sketch.facts, 2 * symbols + 2, bucket_of, bucket_begin_, facts_);
    sort_by_buckets(
        sketch.links, symbols, [](const Link& link) { return std::size_t{link.role}; },
        bucket_begin_, links_);
}

void Sketcher::add_top(const Graph& graph, Top top, std::uint32_t top_concept, Sketch& sketch) {
    tops_are_concepts_ = top == Top::concept_;
    if (top == Top::roots) {
        top_scratch_.assign(graph.size(), 0);
        for (const Triple& triple : graph.triples)
            if (triple.kind == Kind::edge && triple.source != triple.target)
                top_scratch_[triple.target] = 1;
        for (std::size_t v = 0; v < graph.size(); ++v)
            if (!top_scratch_[v])
                sketch.facts.push_back(
                    {make_key(top_role, 0), static_cast<std::int32_t>(v), 1, -1});
    } else if (graph.top >= 0 && top != Top::none) {
        const std::uint64_t value = top == Top::concept_ ? top_concept : 0;
        sketch.facts.push_back({make_key(top_role, value), graph.top, 1, -1});
    }
}

void Sketcher::weigh_labels(const Graph& graph, const LabelWeights* labels, Sketch& sketch) {
    sketch.by_label = labels == nullptr ? nullptr : &by_label_;
    if (labels == nullptr) return;
    by_label_.add(*labels, TripleType::top, 0, "");
    for (const Triple& triple : graph.triples) {
        if (triple.kind == Kind::instance && triple.missing) continue;
        const bool is_instance = triple.kind == Kind::instance;
        const std::string_view label = graph.view(is_instance ? triple.value : triple.role);
        const TripleType type = is_instance                 ? TripleType::instance
                                : triple.kind == Kind::edge ? TripleType::relation
                                                            : TripleType::attribute;
        by_label_.add(*labels, type, symbols_.add(label), label);
    }
}

}  // namespace tertium
