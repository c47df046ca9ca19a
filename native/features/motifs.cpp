#include "features/motifs.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/index.hpp"

namespace tertium {

namespace {

// Every motif is a sequence that begins with its kind:
//   attribute   (attribute, 0) (role, value)
//   node        (node, concept), and (role, value) if it has attributes
//   relation    (relation, motif of the source) (role, motif of the target)
enum : std::uint32_t { attribute_kind, node_kind, relation_kind };

}  // namespace

std::string_view FrameTable::operator[](std::string_view concept_) const {
    const auto found = frames_.find(concept_);
    return found == frames_.end() ? concept_ : std::string_view(found->second);
}

void MotifCounter::read(const PackedGraph* graph, Side& side) {
    side.graph.clear();
    side.motifs.clear();
    if (graph != nullptr) {
        standardise(*graph, options_.convention, side.standard);
        label_graph(side.standard, options_.convention.inverse, symbols_, symbols_, side.graph);
        if (options_.frames)
            for (std::size_t v = 0; v < at(side.graph.variables); ++v) {
                std::uint32_t& label = side.graph.labels[v];
                label = symbols_.add((*options_.frames)[symbols_[label]]);
            }
    }
    find_attributes(side);
    find_relations(side);
}

void MotifCounter::add(Side& side, std::uint32_t motif, std::size_t edge) {
    if (side.motifs.size() >= motif_limit)
        throw std::length_error("a graph has more than " + std::to_string(motif_limit) +
                                " motifs: a relation joins nodes with too many attributes");
    side.motifs.push_back({motif, static_cast<std::uint32_t>(edge)});
}

void MotifCounter::find_attributes(Side& side) {
    const LabelledGraph& graph = side.graph;
    const std::uint32_t attribute = sequences_.extend(SequenceTable::empty, attribute_kind, 0);
    const auto variables = at(graph.variables);
    if (side.nodes.size() < variables) side.nodes.resize(variables);
    for (std::size_t v = 0; v < variables; ++v) side.nodes[v].clear();
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const LabelledEdge& edge = graph.edges[e];
        const bool turned = edge.source >= graph.variables;
        if (!turned && edge.target < graph.variables) continue;
        const std::size_t node = at(turned ? edge.target : edge.source);
        const std::uint32_t value = graph.labels[at(turned ? edge.source : edge.target)];
        const std::uint32_t concept_ =
            sequences_.extend(SequenceTable::empty, node_kind, graph.labels[node]);
        const std::uint32_t motif = sequences_.extend(concept_, edge.role, value);
        add(side, sequences_.extend(attribute, edge.role, value), e);
        add(side, motif, graph.edges.size() + node);
        std::vector<std::uint32_t>& motifs = side.nodes[node];
        motifs.push_back(motif);
    }
    for (std::size_t v = 0; v < variables; ++v) {
        std::vector<std::uint32_t>& motifs = side.nodes[v];
        if (motifs.empty()) {
            motifs.push_back(sequences_.extend(SequenceTable::empty, node_kind, graph.labels[v]));
            add(side, motifs.back(), graph.edges.size() + v);
        }
        std::sort(motifs.begin(), motifs.end());
        motifs.erase(std::unique(motifs.begin(), motifs.end()), motifs.end());
    }
}

void MotifCounter::find_relations(Side& side) {
    const LabelledGraph& graph = side.graph;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const LabelledEdge& edge = graph.edges[e];
        if (edge.source >= graph.variables || edge.target >= graph.variables) continue;
        for (const std::uint32_t source : side.nodes[at(edge.source)]) {
            const std::uint32_t begin =
                sequences_.extend(SequenceTable::empty, relation_kind, source);
            for (const std::uint32_t target : side.nodes[at(edge.target)])
                add(side, sequences_.extend(begin, edge.role, target), e);
        }
    }
}

// Mark the motifs of a graph, and return how many there are.
std::uint32_t MotifCounter::mark(const Side& side, std::uint8_t bit) {
    std::uint32_t different = 0;
    for (const Motif& motif : side.motifs) {
        if ((in_[motif.number] & bit) == 0) ++different;
        in_[motif.number] |= bit;
    }
    return different;
}

MotifCounts MotifCounter::compare(const PackedGraph* a, const PackedGraph* b) {
    symbols_.clear();
    sequences_.clear();
    read(a, a_);
    read(b, b_);
    in_.assign(sequences_.size(), 0);
    MotifCounts counts;
    counts.total_a = mark(a_, 1);
    counts.total_b = mark(b_, 2);
    counts.matched = static_cast<double>(std::count(in_.begin(), in_.end(), 3));
    return counts;
}

std::string MotifCounter::node_text(std::uint32_t motif) const {
    const SequenceTable::Sequence& end = sequences_[motif];
    if (end.prefix == SequenceTable::empty) return std::string(symbols_[end.second]);
    return "(" + std::string(symbols_[sequences_[end.prefix].second]) + " :" +
           std::string(symbols_[end.first]) + " " + std::string(symbols_[end.second]) + ")";
}

std::string MotifCounter::text(std::uint32_t motif) const {
    const SequenceTable::Sequence& end = sequences_[motif];
    if (end.prefix == SequenceTable::empty) return node_text(motif);
    const SequenceTable::Sequence& begin = sequences_[end.prefix];
    if (begin.first == node_kind) return node_text(motif);
    const std::string role = ":" + std::string(symbols_[end.first]) + " ";
    if (begin.first == attribute_kind) return role + std::string(symbols_[end.second]);
    return node_text(begin.second) + " " + role + node_text(end.second);
}

std::vector<SharedPart> MotifCounter::explain(const PackedGraph* a, const PackedGraph* b) {
    compare(a, b);
    std::vector<SharedPart> parts;
    for (std::uint32_t motif = 1; motif < in_.size(); ++motif) {
        if (in_[motif] == 0) continue;
        const SequenceTable::Sequence& end = sequences_[motif];
        const std::uint32_t kind =
            end.prefix == SequenceTable::empty ? end.first : sequences_[end.prefix].first;
        parts.push_back({text(motif), static_cast<int>(kind), in_[motif] & 1 ? 1.0 : 0.0,
                         in_[motif] & 2 ? 1.0 : 0.0, in_[motif] == 3 ? 1.0 : 0.0});
    }
    return parts;
}

std::vector<std::vector<std::string>> MotifCounter::by_triple(const PackedGraph& graph) {
    compare(&graph, nullptr);
    const std::size_t edges = a_.graph.edges.size();
    std::vector<std::vector<std::string>> of(edges + at(a_.graph.variables));
    for (const Motif& motif : a_.motifs) of[motif.edge].push_back(text(motif.number));
    // Triples and labelled edges come in the same order; the first instance of a variable is its
    // concept.
    std::vector<std::vector<std::string>> found;
    std::vector<bool> named(a_.standard.size());
    std::size_t edge = 0;
    for (const Triple& triple : a_.standard.triples) {
        const std::size_t source = at(triple.source);
        if (triple.kind == Kind::instance && !named[source]) {
            named[source] = true;
            found.push_back(of[edges + source]);
        } else if (triple.kind == Kind::instance && triple.missing) {
            found.emplace_back();
        } else {
            found.push_back(of[edge++]);
        }
    }
    return found;
}

}  // namespace tertium
