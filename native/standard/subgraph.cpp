#include "standard/subgraph.hpp"

#include <algorithm>

namespace tertium {

namespace {

bool fits_any(std::string_view word, const std::vector<std::string>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& p) { return fits(word, p); });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Selector {
  public:
    Selector(const Graph& graph, const Selection& selection)
        : graph_(graph),
          selection_(selection),
          chosen_(graph.triples.size()),
          found_(graph.size()) {}

    Graph select() {
        find_variables();
        std::vector<std::int32_t> frontier;
        for (std::size_t i = 0; i < graph_.triples.size(); ++i) {
            const Triple& triple = graph_.triples[i];
            if (!is_seed(triple)) continue;
            chosen_[i] = 1;
            if (triple.kind == Kind::edge) frontier.push_back(triple.target);
        }
        for (int level = 0; level < selection_.depth && !frontier.empty(); ++level)
            frontier = descend(frontier);
        add_concepts();
        return result();
    }

  private:
    // Variables by concept, and how many edges point at each.
    void find_variables() {
        incoming_.assign(graph_.size(), 0);
        for (const Triple& triple : graph_.triples) {
            if (triple.kind == Kind::edge) ++incoming_[triple.target];
            if (triple.kind == Kind::instance &&
                fits_any(graph_.view(triple.value), selection_.concepts))
                found_[triple.source] = 1;
        }
    }

    bool is_seed(const Triple& triple) const {
        if (selection_.everything) return true;
        if (triple.kind == Kind::instance)
            return (selection_.top && triple.source == graph_.top) ||
                   (!triple.missing && fits_any(graph_.view(triple.value), selection_.instances));
        if (fits_any(graph_.view(triple.role), selection_.roles) || found_[triple.source])
            return true;
        if (triple.kind != Kind::edge) return false;
        return (selection_.parents && found_[triple.target]) ||
               (selection_.reentrancies && incoming_[triple.target] > 1);
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

    void add_concepts() {
        std::vector<char> mentioned(graph_.size());
        for (std::size_t i = 0; i < graph_.triples.size(); ++i) {
            const Triple& triple = graph_.triples[i];
            if (!chosen_[i] || triple.kind == Kind::instance) continue;
            mentioned[triple.source] = 1;
            if (triple.kind == Kind::edge) mentioned[triple.target] = 1;
        }
        for (std::size_t i = 0; i < graph_.triples.size(); ++i)
            if (graph_.triples[i].kind == Kind::instance && mentioned[graph_.triples[i].source])
                chosen_[i] = 1;
    }

    Graph result() const {
        Graph part = graph_;
        part.laid_out = false;
        part.marks.clear();
        std::size_t at = 0;
        std::erase_if(part.triples, [&](const Triple&) { return !chosen_[at++]; });
        return part;
    }

    const Graph& graph_;
    const Selection& selection_;
    std::vector<char> chosen_;  // triples
    std::vector<char> found_;   // variables
    std::vector<int> incoming_;
};

void unlabel(Graph& graph) {
    const Slice label = graph.add("label");
    for (Triple& triple : graph.triples)
        if (triple.kind != Kind::instance) triple.role = label;
}

void drop_senses(Graph& graph) {
    for (Triple& triple : graph.triples) {
        const std::string_view value = graph.view(triple.value);
        if (triple.kind == Kind::instance && value.size() > 3 && fits(value, "*-##"))
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
    Graph part = Selector(graph, selection).select();
    if (selection.unlabeled) unlabel(part);
    if (selection.senseless) drop_senses(part);
    if (selection.bag && !part.triples.empty()) make_bag(part);
    return part;
}

}  // namespace tertium
