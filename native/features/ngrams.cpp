#include "features/ngrams.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/index.hpp"

namespace tertium {

namespace {

/// A path that is being extended: its last node, its number, the edge it tries next.
struct Step {
    std::int32_t node = 0;
    std::uint32_t gram = 0;
    std::size_t next = 0;    // place in the list of outgoing edges
    std::int32_t edge = -1;  // the edge that led here
};

bool uses(const std::vector<Step>& path, std::int32_t edge) {
    return std::any_of(path.begin(), path.end(), [&](const Step& s) { return s.edge == edge; });
}

bool is_letter_and_digits(std::string_view name) {
    return !name.empty() && name[0] >= 'a' && name[0] <= 'z' &&
           std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// A role without any `-of`, and one `-of` at its end: `consist-of-of` becomes `consist-of`.
std::string with_one_of(std::string_view role) {
    std::string plain(role);
    for (std::size_t found; (found = plain.find("-of")) != std::string::npos;)
        plain.erase(found, 3);
    return plain + "-of";
}

}  // namespace

void split_forward_references(Graph& graph) {
    std::vector<bool> written(graph.size());
    std::vector<Slice> concepts(graph.size());
    for (const Triple& triple : graph.triples)
        if (triple.opens) concepts[at(triple.source)] = triple.value;
    for (std::size_t i = 0; i < graph.triples.size(); ++i) {
        Triple& triple = graph.triples[i];
        if (triple.opens) written[at(triple.source)] = true;
        if (triple.kind != Kind::edge || written[at(triple.target)]) continue;
        const Triple* next = i + 1 < graph.triples.size() ? &graph.triples[i + 1] : nullptr;
        if (next != nullptr && next->opens && next->source == triple.target) continue;
        if (is_letter_and_digits(graph.view(graph.variables[at(triple.target)]))) continue;
        triple.kind = Kind::attribute;
        triple.value = concepts[at(triple.target)];
        triple.target = -1;
    }
}

void GramCounter::label(const PackedGraph* graph, Graph& standard, LabelledGraph& out) {
    out.clear();
    turned_loops_.assign(graph == nullptr ? 0 : graph->size(), 0);
    if (graph == nullptr) return;
    if (options_.split_forward_references || options_.turn_once) {
        Graph written = graph->unpack();
        if (options_.split_forward_references) split_forward_references(written);
        if (options_.turn_once) turn_once(written);
        standard = standardise(std::move(written), options_.convention);
    } else {
        standardise(*graph, options_.convention, standard);
    }
    label_graph(standard, options_.convention.inverse, symbols_, symbols_, out);
}

void GramCounter::turn_once(Graph& graph) {
    for (Triple& triple : graph.triples) {
        if (!graph.view(triple.role).ends_with("-of")) continue;
        triple.role = graph.add(with_one_of(graph.view(triple.role)));
        if (triple.kind == Kind::edge && triple.source == triple.target)
            ++turned_loops_[at(triple.source)];
    }
}

void GramCounter::find_starts(const LabelledGraph& graph) {
    starts_.clear();
    const std::int32_t nodes = graph.size();
    if (options_.starts == Starts::nodes) {
        for (std::int32_t v = 0; v < nodes; ++v) starts_.push_back(v);
        return;
    }
    std::vector<std::int32_t> entering(at(nodes));
    std::vector<bool> reached(at(nodes));
    for (const LabelledEdge& edge : graph.edges) ++entering[at(edge.target)];
    for (std::size_t v = 0; v < turned_loops_.size(); ++v) entering[v] -= turned_loops_[v];
    const auto reach = [&](std::int32_t v) {
        if (!reached[at(v)]) starts_.push_back(v);
        reached[at(v)] = true;
    };
    for (std::int32_t v = 0; v < nodes; ++v)
        if (entering[at(v)] == 0) reach(v);
    if (starts_.empty() && graph.top >= 0) reach(graph.top);
    for (std::size_t i = 0; i < starts_.size(); ++i) {
        for (const int edge : outgoing_[at(starts_[i])]) reach(graph.edges[at(edge)].target);
    }
}

void GramCounter::walk(const LabelledGraph& graph, std::vector<std::vector<std::uint32_t>>& grams) {
    outgoing_.reset(graph.labels.size(), [&](auto visit) {
        for (std::size_t e = 0; e < graph.edges.size(); ++e)
            visit(graph.edges[e].source, static_cast<int>(e));
    });
    find_starts(graph);
    grams.resize(at(options_.n));
    for (auto& list : grams) list.clear();
    std::size_t found = 0;
    std::vector<Step> path;
    const auto push = [&](std::int32_t node, std::uint32_t gram, std::int32_t edge) {
        if (++found > gram_limit)
            throw std::length_error("a graph has more than " + std::to_string(gram_limit) +
                                    " k-grams with k up to " + std::to_string(options_.n) +
                                    "; choose a smaller n");
        path.push_back({node, gram, 0, edge});
        grams[path.size() - 1].push_back(gram);
    };
    for (const std::int32_t start : starts_) {
        push(start, sequences_.extend(SequenceTable::empty, 0, graph.labels[at(start)]), -1);
        while (!path.empty()) {
            Step& last = path.back();
            const std::span<const int> edges = outgoing_[at(last.node)];
            if (path.size() == at(options_.n) || last.next == edges.size()) {
                path.pop_back();
                continue;
            }
            const std::int32_t index = edges[last.next++];
            if (uses(path, index)) continue;
            const LabelledEdge& edge = graph.edges[at(index)];
            push(edge.target,
                 sequences_.extend(last.gram, edge.role, graph.labels[at(edge.target)]), index);
        }
    }
}

GramCounts GramCounter::compare(const PackedGraph* a, const PackedGraph* b) {
    symbols_.clear();
    sequences_.clear();
    label(a, standard_a_, a_);
    walk(a_, grams_a_);
    label(b, standard_b_, b_);
    walk(b_, grams_b_);
    GramCounts counts;
    counts.size_a = static_cast<double>(a_.labels.size() + a_.edges.size());
    counts.size_b = static_cast<double>(b_.labels.size() + b_.edges.size());
    count_.assign(sequences_.size(), 0);
    for (std::size_t k = 0; k < at(options_.n); ++k) {
        for (std::uint32_t gram : grams_a_[k]) ++count_[gram];
        std::int32_t matched = 0;
        for (std::uint32_t gram : grams_b_[k]) matched += count_[gram]-- > 0 ? 1 : 0;
        counts.matched.push_back(matched);
        counts.total_a.push_back(static_cast<double>(grams_a_[k].size()));
        counts.total_b.push_back(static_cast<double>(grams_b_[k].size()));
    }
    return counts;
}

std::vector<std::string> GramCounter::texts() const {
    std::vector<std::string> text(sequences_.size());
    for (std::uint32_t number = 1; number < sequences_.size(); ++number) {
        const SequenceTable::Sequence& gram = sequences_[number];
        const std::string label(symbols_[gram.second]);
        text[number] =
            gram.prefix == SequenceTable::empty
                ? label
                : text[gram.prefix] + " :" + std::string(symbols_[gram.first]) + " " + label;
    }
    return text;
}

std::vector<std::vector<std::string>> GramCounter::list(const PackedGraph& graph) {
    compare(&graph, nullptr);
    const std::vector<std::string> text = texts();
    std::vector<std::vector<std::string>> result;
    for (const auto& grams : grams_a_) {
        result.emplace_back();
        for (std::uint32_t gram : grams) result.back().push_back(text[gram]);
    }
    return result;
}

std::vector<SharedPart> GramCounter::explain(const PackedGraph* a, const PackedGraph* b) {
    compare(a, b);
    std::vector<SharedPart> parts(sequences_.size());
    for (std::size_t k = 0; k < at(options_.n); ++k) {
        for (std::uint32_t gram : grams_a_[k]) parts[gram].a += 1;
        for (std::uint32_t gram : grams_b_[k]) parts[gram].b += 1;
        for (const auto* grams : {&grams_a_[k], &grams_b_[k]})
            for (std::uint32_t gram : *grams) parts[gram].order = static_cast<int>(k) + 1;
    }
    std::vector<std::string> text = texts();
    for (std::size_t gram = 0; gram < parts.size(); ++gram) {
        parts[gram].text = std::move(text[gram]);
        parts[gram].matched = std::min(parts[gram].a, parts[gram].b);
    }
    std::erase_if(parts, [](const SharedPart& part) { return part.order == 0; });
    return parts;
}

}  // namespace tertium
