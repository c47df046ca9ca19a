#include "features/wl.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include "support/index.hpp"

namespace tertium {

namespace {

constexpr std::uint32_t edge_mark = 0xFFFFFFFF;  // no step has this number

double weight_of(Discount discount, int step) {
    if (discount == Discount::linear) return 1.0 / (1 + step);
    return discount == Discount::exponential ? std::exp(-step) : 1.0;
}

using Counts = std::map<std::string, std::int32_t, std::less<>>;

/// Number the concepts, and return how often each occurs.
Counts number_concepts(Graph& graph) {
    Counts total;
    for (const Triple& triple : graph.triples)
        if (triple.kind == Kind::instance) ++total[std::string(graph.view(triple.value))];
    Counts left = total;
    for (Triple& triple : graph.triples) {
        if (triple.kind != Kind::instance) continue;
        const std::string concept_name(graph.view(triple.value));
        const std::int32_t number = left[concept_name]--;
        if (number > 1) triple.value = graph.add(concept_name + "#" + std::to_string(number));
    }
    return total;
}

/// Make a node of each constant, the same of equal ones.
void join_constants(Graph& graph, const Counts& concepts, Inverse inverse) {
    Counts nodes;
    const std::size_t written = graph.triples.size();
    for (std::size_t i = 0; i < written; ++i) {
        if (graph.triples[i].kind != Kind::attribute) continue;
        std::string value(graph.view(graph.triples[i].value));
        if (concepts.contains(value)) value += "#constant";
        const auto next = static_cast<std::int32_t>(graph.size());
        const auto [found, is_new] = nodes.emplace(value, next);
        if (is_new) {
            graph.variables.push_back(graph.add(value));
            Triple instance{.source = next, .role = graph.add("instance")};
            instance.value = graph.add(value);
            instance.kind = Kind::instance;
            graph.triples.push_back(instance);
        }
        Triple& edge = graph.triples[i];
        edge.kind = Kind::edge;
        edge.target = found->second;
        if (!is_turned(graph.view(edge.role), inverse)) continue;
        edge.role.size -= 3;
        std::swap(edge.source, edge.target);
    }
}

}  // namespace

void number_labels(Graph& graph, Inverse inverse) {
    const bool alone = graph.triples.size() == 1;
    join_constants(graph, number_concepts(graph), inverse);
    if (!alone) return;
    Triple loop{.source = 0, .target = 0, .role = graph.add("instance")};
    loop.kind = Kind::edge;
    graph.triples.push_back(loop);
}

void list_messages(const LabelledGraph& graph, Direction direction,
                   std::vector<Message>& messages) {
    messages.clear();
    for (const LabelledEdge& edge : graph.edges) {
        if (direction != Direction::bottom_up)
            messages.push_back({edge.target, edge.source, edge.role, false});
        if (direction != Direction::top_down)
            messages.push_back(
                {edge.source, edge.target, edge.role, direction == Direction::two_way});
    }
    std::stable_sort(messages.begin(), messages.end(),
                     [](const Message& x, const Message& y) { return x.to < y.to; });
}

void WlCounter::add_labels(int step) {
    const double weight = weight_of(options_.discount, step);
    for (std::uint32_t label : labels_) found_.push_back({label, weight});
}

void WlCounter::add_edges() {
    for (const LabelledEdge& edge : graph_.edges) {
        const std::uint32_t source =
            sequences_.extend(SequenceTable::empty, edge_mark, graph_.labels[at(edge.source)]);
        found_.push_back({sequences_.extend(source, edge.role, graph_.labels[at(edge.target)]), 1});
    }
}

void WlCounter::refine() {
    found_.clear();
    labels_.clear();
    for (std::uint32_t label : graph_.labels)
        labels_.push_back(sequences_.extend(SequenceTable::empty, 0, label));
    add_labels(0);
    if (options_.edges) add_edges();
    list_messages(graph_, options_.direction, messages_);
    for (int step = 1; step <= options_.k; ++step) {
        // Any fixed order of the neighbours will do; that of their numbers is the quickest.
        std::sort(messages_.begin(), messages_.end(), [&](const Message& x, const Message& y) {
            return std::tuple(x.to, x.role, x.back, labels_[at(x.from)]) <
                   std::tuple(y.to, y.role, y.back, labels_[at(y.from)]);
        });
        next_.clear();
        for (std::uint32_t label : labels_)
            next_.push_back(
                sequences_.extend(SequenceTable::empty, static_cast<std::uint32_t>(step), label));
        for (const Message& message : messages_)
            next_[at(message.to)] =
                sequences_.extend(next_[at(message.to)], message.role * 2 + (message.back ? 1 : 0),
                                  labels_[at(message.from)]);
        labels_.swap(next_);
        add_labels(step);
    }
}

void WlCounter::prepare(const PackedGraph& graph, Graph& standard) const {
    standardise(graph, options_.convention, standard);
    if (options_.numbered) number_labels(standard, options_.convention.inverse);
}

template <class Table>
void WlCounter::count(const Graph* graph, Table& table, std::vector<FeatureCount>& out) {
    out.clear();
    if (graph == nullptr) return;
    label_graph(*graph, options_.convention.inverse, table, table, graph_);
    refine();
    std::sort(found_.begin(), found_.end(),
              [](const FeatureCount& x, const FeatureCount& y) { return x.feature < y.feature; });
    for (const FeatureCount& found : found_) {
        if (out.empty() || out.back().feature != found.feature)
            out.push_back(found);
        else if (!options_.once)
            out.back().count += found.count;
    }
}

double WlCounter::compare(const PackedGraph* a, const PackedGraph* b) {
    symbols_.clear();
    sequences_.clear();
    if (a != nullptr) prepare(*a, standard_a_);
    if (b != nullptr) prepare(*b, standard_b_);
    count(a == nullptr ? nullptr : &standard_a_, symbols_, a_);
    count(b == nullptr ? nullptr : &standard_b_, symbols_, b_);
    return cosine(a_, b_);
}

// A feature in words: `want-01`, `want-01 :ARG0 boy` for an edge, `want-01 (:ARG0 boy)` for a node
// that heard from a neighbour.
std::string WlCounter::text_of(std::uint32_t feature, int& step) const {
    std::vector<SequenceTable::Sequence> heard;  // from the last message back to the first
    SequenceTable::Sequence head = sequences_[feature];
    while (head.prefix != SequenceTable::empty) {
        heard.push_back(head);
        head = sequences_[head.prefix];
    }
    step = head.first == edge_mark ? 0 : static_cast<int>(head.first);
    int inner = 0;
    const auto label_of = [&](std::uint32_t label) {
        return step == 0 ? std::string(symbols_[label]) : text_of(label, inner);
    };
    std::string text = label_of(head.second);
    if (head.first == edge_mark)
        return text + " :" + std::string(symbols_[heard[0].first]) + " " +
               std::string(symbols_[heard[0].second]);
    if (step == 0) return text;
    // In the order of their texts: numbers differ from pair to pair.
    std::vector<std::string> messages;
    for (const SequenceTable::Sequence& message : heard)
        messages.push_back(":" + std::string(symbols_[message.first / 2]) +
                           (message.first % 2 != 0 ? "-of " : " ") + label_of(message.second));
    std::sort(messages.begin(), messages.end());
    for (std::size_t i = 0; i < messages.size(); ++i) text += (i == 0 ? " (" : ", ") + messages[i];
    return text + (messages.empty() ? " ()" : ")");
}

std::vector<SharedPart> WlCounter::explain(const PackedGraph* a, const PackedGraph* b) {
    const double similarity = compare(a, b);
    const double product = dot(a_, b_), scale = product > 0 ? similarity / product : 0;
    std::vector<SharedPart> parts;
    for (std::size_t i = 0, j = 0; i < a_.size() || j < b_.size();) {
        const bool in_a = j == b_.size() || (i < a_.size() && a_[i].feature <= b_[j].feature);
        const bool in_b = i == a_.size() || (j < b_.size() && b_[j].feature <= a_[i].feature);
        SharedPart part;
        part.text = text_of(in_a ? a_[i].feature : b_[j].feature, part.order);
        if (in_a) part.a = a_[i++].count;
        if (in_b) part.b = b_[j++].count;
        part.matched = part.a * part.b * scale;
        parts.push_back(std::move(part));
    }
    return parts;
}

std::vector<FeatureCount> WlCounter::features(const PackedGraph* graph) {
    if (graph != nullptr) prepare(*graph, standard_a_);
    count(graph == nullptr ? nullptr : &standard_a_, lexicon_, a_);
    return a_;
}

double dot(std::span<const FeatureCount> a, std::span<const FeatureCount> b) {
    double sum = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i].feature == b[j].feature) sum += a[i].count * b[j].count;
        const std::uint32_t least = std::min(a[i].feature, b[j].feature);
        i += a[i].feature == least ? 1 : 0;
        j += j < b.size() && b[j].feature == least ? 1 : 0;
    }
    return sum;
}

double cosine(std::span<const FeatureCount> a, std::span<const FeatureCount> b) {
    if (a.empty() || b.empty()) return a.empty() && b.empty() ? 1.0 : 0.0;
    // The root of a product of equal numbers is exact, the product of two roots need not be.
    return std::min(1.0, dot(a, b) / std::sqrt(dot(a, a) * dot(b, b)));
}

}  // namespace tertium
