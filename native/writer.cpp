// Writing PENMAN. A graph that was read keeps its tree; any other is laid out first: depth first
// from the top along its edges, then along inverted edges to what was not reached.
#include <algorithm>
#include <stdexcept>

#include "penman.hpp"

namespace tertium {

namespace {

// Deeper nodes are not indented further, or the text would grow with the square of the depth.
constexpr std::int32_t deepest_indent = 50;

/// Whether a value must be quoted to be read as one: standard forms take quotes off.
bool needs_quotes(std::string_view value) {
    if (value.empty()) return true;
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') return false;
    return value.find_first_of(" \t\n\r\"()") != value.npos || value.front() == ':' ||
           value.front() == '~' || value.front() == '#';
}

class Writer {
  public:
    Writer(const Graph& graph, bool one_line) : graph_(graph), one_line_(one_line) {}

    std::string write() {
        std::int32_t depth = -1;
        for (const auto& triple : graph_.triples) {
            while (depth > triple.depth || (triple.opens && depth >= triple.depth)) {
                out_ += ')';
                --depth;
            }
            if (triple.opens) {
                open(triple);
                depth = triple.depth;
            } else {
                branch(triple);
            }
        }
        out_.append(static_cast<std::size_t>(depth + 1), ')');
        return std::move(out_);
    }

  private:
    void open(const Triple& triple) {
        out_ += '(';
        out_ += graph_.view(graph_.variables[static_cast<std::size_t>(triple.source)]);
        if (triple.missing) return;
        out_ += " / ";
        add_value(graph_.view(triple.value));
    }

    // A branch to a node that is written next ends behind its role and a blank.
    void branch(const Triple& triple) {
        if (one_line_) {
            out_ += ' ';
        } else {
            out_ += '\n';
            out_.append(4 * static_cast<std::size_t>(std::min(triple.depth + 1, deepest_indent)),
                        ' ');
        }
        out_.append(":").append(graph_.view(triple.role));
        const std::size_t index = static_cast<std::size_t>(&triple - graph_.triples.data());
        const bool nests = index + 1 < graph_.triples.size() && graph_.triples[index + 1].opens;
        if (triple.missing) return;
        out_ += ' ';
        if (nests) return;
        if (triple.kind == Kind::edge) {
            out_ += graph_.view(graph_.variables[triple.target]);
        } else {
            add_value(graph_.view(triple.value));
        }
    }

    void add_value(std::string_view value) {
        if (!needs_quotes(value)) {
            out_ += value;
            return;
        }
        out_ += '"';
        for (char c : value) {
            if (c == '"') out_ += '\\';
            out_ += c;
        }
        out_ += '"';
    }

    const Graph& graph_;
    bool one_line_;
    std::string out_;
};

/// Gives a graph the order and the depths of a PENMAN tree.
class Layout {
  public:
    explicit Layout(const Graph& graph)
        : graph_(graph),
          outgoing_(graph.size()),
          incoming_(graph.size()),
          visited_(graph.size()),
          used_(graph.triples.size()),
          nests_(graph.triples.size()) {
        for (std::size_t i = 0; i < graph.triples.size(); ++i) {
            const auto& triple = graph.triples[i];
            outgoing_[static_cast<std::size_t>(triple.source)].push_back(i);
            if (triple.kind == Kind::edge)
                incoming_[static_cast<std::size_t>(triple.target)].push_back(i);
        }
    }

    Graph lay_out() {
        discover();
        result_ = graph_;
        result_.triples.clear();
        result_.marks.clear();
        result_.laid_out = true;
        emit();
        return std::move(result_);
    }

  private:
    struct Child {
        std::size_t triple;
        bool inverted;
        bool nests;
    };

    // Find for each variable the edge under which its node is written.
    void discover() {
        children_.resize(graph_.size());
        std::vector<std::size_t> order;
        explore(static_cast<std::size_t>(graph_.top), order);
        for (std::size_t next = 0; next < order.size(); ++next) {
            for (std::size_t edge : incoming_[order[next]]) {
                const auto source = static_cast<std::size_t>(graph_.triples[edge].source);
                if (visited_[source]) continue;
                used_[edge] = true;
                children_[order[next]].push_back({edge, true, true});
                explore(source, order);
            }
        }
        if (order.size() < graph_.size()) fail_unreached();
    }

    void explore(std::size_t root, std::vector<std::size_t>& order) {
        std::vector<std::pair<std::size_t, std::size_t>> stack{{root, 0}};
        visited_[root] = true;
        order.push_back(root);
        while (!stack.empty()) {
            auto& [variable, next] = stack.back();
            if (next == outgoing_[variable].size()) {
                stack.pop_back();
                continue;
            }
            const std::size_t index = outgoing_[variable][next++];
            const auto& triple = graph_.triples[index];
            const auto target = static_cast<std::size_t>(triple.target);
            if (triple.kind != Kind::edge || visited_[target]) continue;
            nests_[index] = true;
            visited_[target] = true;
            order.push_back(target);
            stack.emplace_back(target, 0);
        }
    }

    void emit() {
        struct Frame {
            std::size_t variable;
            std::vector<Child> children;
            std::size_t next;
        };
        std::vector<Frame> stack;
        const auto push = [&](std::size_t variable) {
            open(variable, static_cast<std::int32_t>(stack.size()));
            stack.push_back({variable, branches(variable), 0});
        };
        push(static_cast<std::size_t>(graph_.top));
        while (!stack.empty()) {
            Frame& frame = stack.back();
            if (frame.next == frame.children.size()) {
                stack.pop_back();
                continue;
            }
            const Child child = frame.children[frame.next++];
            Triple triple = graph_.triples[child.triple];
            if (child.inverted) invert(triple);
            triple.depth = static_cast<std::int32_t>(stack.size()) - 1;
            result_.triples.push_back(triple);
            if (child.nests) push(static_cast<std::size_t>(triple.target));
        }
    }

    // What is written below a node: its own triples, then the nodes that hang on inverted edges.
    std::vector<Child> branches(std::size_t variable) const {
        std::vector<Child> list;
        bool first_concept = true;
        for (std::size_t index : outgoing_[variable]) {
            const bool instance = graph_.triples[index].kind == Kind::instance;
            if (!used_[index] && !(instance && first_concept))
                list.push_back({index, false, nests_[index] != 0});
            if (instance) first_concept = false;
        }
        list.insert(list.end(), children_[variable].begin(), children_[variable].end());
        return list;
    }

    void open(std::size_t variable, std::int32_t depth) {
        Triple opening;
        opening.source = static_cast<std::int32_t>(variable);
        opening.kind = Kind::instance;
        opening.missing = true;
        for (std::size_t index : outgoing_[variable]) {
            if (graph_.triples[index].kind != Kind::instance) continue;
            opening = graph_.triples[index];
            break;
        }
        opening.opens = true;
        opening.depth = depth;
        result_.triples.push_back(opening);
    }

    void invert(Triple& triple) {
        const std::string_view role = result_.view(triple.role);
        if (is_inverse(role)) {
            triple.role.size -= 3;
        } else {
            triple.role = result_.add(std::string(role) + "-of");
        }
        std::swap(triple.source, triple.target);
    }

    [[noreturn]] void fail_unreached() const {
        for (std::size_t v = 0; v < graph_.size(); ++v)
            if (!visited_[v])
                throw std::invalid_argument(
                    "the graph is not connected: '" +
                    std::string(graph_.view(graph_.variables[v])) +
                    "' cannot be reached from the top, so it cannot be written as PENMAN");
        throw std::logic_error("every variable was reached");
    }

    const Graph& graph_;
    Graph result_;
    std::vector<std::vector<std::size_t>> outgoing_;
    std::vector<std::vector<std::size_t>> incoming_;
    std::vector<char> visited_;
    std::vector<char> used_;  // edges that are written inverted, under their target
    std::vector<char> nests_;
    std::vector<std::vector<Child>> children_;
};

}  // namespace

std::string write_penman(const Graph& graph, bool one_line) {
    if (graph.laid_out) return Writer(graph, one_line).write();
    return Writer(Layout(graph).lay_out(), one_line).write();
}

}  // namespace tertium
