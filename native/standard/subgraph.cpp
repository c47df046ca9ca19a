#include "standard/subgraph.hpp"

#include <algorithm>
#include <set>

#include "standard/full_subgraph.hpp"
#include "standard/standard.hpp"

namespace tertium {

namespace {

bool fits_any(std::string_view word, const std::vector<std::string>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& p) { return fits(word, p); });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool has_sense(std::string_view word) { return word.size() > 3 && fits(word, "*-##"); }

// The graph with its top as a triple: `:root` with the top's concept.
Graph with_root(const Graph& graph) {
    Graph rooted = graph;
    for (const Triple& triple : graph.triples) {
        if (triple.kind != Kind::instance || triple.source != graph.top || triple.missing) continue;
        Triple root;
        root.source = graph.top;
        root.kind = Kind::attribute;
        root.role = rooted.add("root");
        root.value = triple.value;
        rooted.triples.push_back(root);
        break;
    }
    return rooted;
}

class Selector {
  public:
    Selector(const Graph& graph, const Selection& selection)
        : graph_(graph),
          selection_(selection),
          chosen_(graph.triples.size()),
          found_(graph.size()) {}

    Graph select() {
        find_variables();
        for (std::size_t i = 0; i < graph_.triples.size(); ++i)
            if (is_seed(graph_.triples[i])) seeds_.push_back(i), chosen_[i] = 1;
        if (selection_.labels != Labels::none) return labels();
        if (selection_.full) {
            take_full_subgraph();
        } else {
            take_levels();
        }
        if (selection_.predicates) take_predicates();
        add_concepts();
        return result();
    }

  private:
    // Variables by concept, and how many edges point at each.
    void find_variables() {
        incoming_.assign(graph_.size(), 0);
        for (const Triple& triple : graph_.triples) {
            if (triple.kind == Kind::edge) {
                ++incoming_[triple.target];
            } else if ((triple.kind == Kind::instance || selection_.smatchpp) &&
                       fits_any(graph_.view(triple.value), selection_.concepts)) {
                found_[triple.source] = 1;
            }
        }
    }

    bool is_seed(const Triple& triple) const {
        if (selection_.everything) return true;
        if (triple.kind == Kind::instance)
            return found_[triple.source] || (selection_.top && triple.source == graph_.top) ||
                   (!triple.missing && fits_any(graph_.view(triple.value), selection_.instances));
        if (has_role(triple) || found_[triple.source]) return true;
        if (triple.kind != Kind::edge) return false;
        return (selection_.parents && found_[triple.target]) ||
               (selection_.reentrancies && incoming_[triple.target] > 1);
    }

    bool has_role(const Triple& triple) const {
        return triple.kind != Kind::instance &&
               fits_any(graph_.view(triple.role), selection_.roles);
    }

    // What the variables found by concept say, and what the targets of roles lead to.
    void take_full_subgraph() {
        FullSubgraph full(graph_);
        std::vector<char> stops(graph_.triples.size());
        std::vector<std::int32_t> outside;
        for (std::size_t i : seeds_) {
            const Triple& triple = graph_.triples[i];
            if (found_[triple.source]) full.add(triple.source);
            if (triple.kind != Kind::edge) continue;
            if (has_role(triple)) {
                full.add(triple.target);
                outside.push_back(triple.source);
            } else if (fits_any(graph_.view(triple.role), selection_.shallow)) {
                stops[i] = 1;
                outside.push_back(triple.target);
            }
        }
        full.complete(stops, outside);
        for (std::size_t i = 0; i < graph_.triples.size(); ++i)
            if (full.inside()[graph_.triples[i].source]) chosen_[i] = 1;
    }

    void take_levels() {
        std::vector<std::int32_t> frontier;
        for (std::size_t i : seeds_)
            if (graph_.triples[i].kind == Kind::edge) frontier.push_back(graph_.triples[i].target);
        if (selection_.above) take_above();
        for (int level = 0; level < selection_.depth && !frontier.empty(); ++level)
            frontier = descend(frontier);
    }

    void take_above() {
        std::vector<char> sources(graph_.size());
        for (std::size_t i : seeds_) sources[graph_.triples[i].source] = 1;
        for (std::size_t i = 0; i < graph_.triples.size(); ++i)
            if (graph_.triples[i].kind == Kind::edge && sources[graph_.triples[i].target])
                chosen_[i] = 1;
    }

    // Take what the variables of the frontier say; return the variables that this leads to.
    std::vector<std::int32_t> descend(const std::vector<std::int32_t>& frontier) {
        std::vector<char> at(graph_.size());
        for (std::int32_t v : frontier) at[v] = 1;
        std::vector<std::int32_t> next;
        for (std::size_t i = 0; i < graph_.triples.size(); ++i) {
            const Triple& triple = graph_.triples[i];
            if (!at[triple.source] || chosen_[i] || triple.kind == Kind::instance) continue;
            chosen_[i] = 1;
            if (triple.kind == Kind::edge) next.push_back(triple.target);
        }
        return next;
    }

    // The variables of the triples chosen so far.
    std::vector<char> mentioned() const {
        std::vector<char> variables(graph_.size());
        for (std::size_t i = 0; i < graph_.triples.size(); ++i) {
            const Triple& triple = graph_.triples[i];
            if (!chosen_[i] || (triple.kind == Kind::instance && !found_[triple.source])) continue;
            variables[triple.source] = 1;
            if (triple.kind == Kind::edge) variables[triple.target] = 1;
        }
        return variables;
    }

    void take_predicates() {
        const std::vector<char> variables = mentioned();
        std::vector<int> said(graph_.size());
        for (const Triple& triple : graph_.triples)
            if (triple.kind != Kind::instance) ++said[triple.source];
        for (std::size_t i = 0; i < graph_.triples.size(); ++i) {
            const Triple& triple = graph_.triples[i];
            if (triple.kind == Kind::edge && variables[triple.target] &&
                incoming_[triple.source] == 0 && said[triple.source] == 1)
                chosen_[i] = 1;
        }
    }

    void add_concepts() {
        const std::vector<char> variables = mentioned();
        for (std::size_t i = 0; i < graph_.triples.size(); ++i)
            if (graph_.triples[i].kind == Kind::instance && variables[graph_.triples[i].source])
                chosen_[i] = 1;
    }

    Graph result() const {
        Graph part = graph_;
        part.laid_out = false;
        part.redefining = -1;
        part.marks.clear();
        std::size_t at = 0;
        std::erase_if(part.triples, [&](const Triple&) { return !chosen_[at++]; });
        return part;
    }

    // The labels of what was found, each once, as attributes of one variable.
    Graph labels() const {
        std::vector<Slice> concepts(graph_.size());
        for (const Triple& triple : graph_.triples)
            if (triple.kind == Kind::instance && !triple.missing)
                concepts[triple.source] = triple.value;
        std::set<std::string_view> labels;
        const auto add = [&](Slice label) {
            std::string_view text = graph_.view(label);
            if (selection_.senseless && has_sense(text)) text.remove_suffix(3);
            if (!text.empty()) labels.insert(text);
        };
        for (std::size_t v = 0; v < graph_.size(); ++v)
            if (found_[v] && !selection_.parents) add(concepts[v]);
        const bool of_sources = selection_.labels == Labels::sources;
        for (std::size_t i : seeds_) {
            const Triple& triple = graph_.triples[i];
            const bool by_concept = found_[triple.source] && !has_role(triple);
            if (by_concept) continue;  // its label is there
            if (triple.kind == Kind::instance || of_sources) {
                add(concepts[triple.source]);
            } else {
                add(triple.kind == Kind::edge ? concepts[triple.target] : triple.value);
            }
        }
        return as_attributes(labels);
    }

    static Graph as_attributes(const std::set<std::string_view>& labels) {
        Graph part;
        if (labels.empty()) return part;
        part.variables.push_back(part.add("labels"));
        part.top = 0;
        for (std::string_view label : labels) {
            Triple triple;
            triple.source = 0;
            triple.kind = Kind::attribute;
            triple.role = part.add("label");
            triple.value = part.add(label);
            part.triples.push_back(triple);
        }
        return part;
    }

    const Graph& graph_;
    const Selection& selection_;
    std::vector<std::size_t> seeds_;  // triples that were found
    std::vector<char> chosen_;        // triples
    std::vector<char> found_;         // variables
    std::vector<int> incoming_;
};

void unlabel(Graph& graph) {
    const Slice label = graph.add("label");
    for (Triple& triple : graph.triples)
        if (triple.kind != Kind::instance) triple.role = label;
}

void drop_senses(Graph& graph) {
    for (Triple& triple : graph.triples) {
        if (triple.kind == Kind::instance && has_sense(graph.view(triple.value)))
            triple.value.size -= 3;
    }
}

// One variable, and each triple as an attribute of it: what two graphs share then needs no
// alignment.
void make_bag(Graph& graph) {
    std::vector<std::string> concepts(graph.size());
    for (const Triple& triple : graph.triples)
        if (triple.kind == Kind::instance && !triple.missing)
            concepts[triple.source] = graph.view(triple.value);
    for (Triple& triple : graph.triples) {
        const std::string target = triple.kind == Kind::edge
                                       ? concepts[triple.target]
                                       : std::string(graph.view(triple.value));
        const std::string source = triple.kind == Kind::instance ? "" : concepts[triple.source];
        triple.value = graph.add(source + "\n" + target);
        if (triple.kind == Kind::instance) triple.role = graph.add("instance");
        triple.kind = Kind::attribute;
        triple.source = 0;
        triple.target = -1;
    }
    graph.variables.resize(1);
    graph.top = 0;
}

}  // namespace

bool fits(std::string_view word, std::string_view pattern) {
    // Where a star was, and how much of the word it has taken: enough to go back to, since an
    // earlier star never needs to take more.
    std::size_t w = 0, p = 0, star = pattern.npos, taken = 0;
    while (w < word.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            taken = w;
        } else if (p < pattern.size() &&
                   (pattern[p] == '#' ? is_digit(word[w]) : pattern[p] == word[w])) {
            ++p;
            ++w;
        } else if (star != pattern.npos) {
            p = star + 1;
            w = ++taken;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

Graph select(const Graph& graph, const Selection& selection) {
    if (selection.smatchpp) {
        const Graph rooted = with_root(graph);
        return Selector(rooted, selection).select();
    }
    Graph part = Selector(graph, selection).select();
    if (selection.unlabeled) unlabel(part);
    if (selection.senseless) drop_senses(part);
    if (selection.bag && !part.triples.empty()) make_bag(part);
    if (selection.distinct) drop_duplicates(part);
    return part;
}

}  // namespace tertium
