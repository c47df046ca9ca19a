// Writing PENMAN. A graph that was read keeps its tree; any other is laid out first: depth first
// from the top along its edges, then along inverted edges to what was not reached. A value that
// would not be read back, such as New York, is quoted.
#include <algorithm>
#include <stdexcept>

#include "graph/lines.hpp"
#include "graph/penman.hpp"
#include "support/encoding.hpp"
#include "support/groups.hpp"

namespace tertium {

namespace {

// Levels of indentation; deeper nodes stay in line, or the text would grow with the square of the
// depth.
constexpr std::size_t deepest_indent = 50;

class Writer {
  public:
    Writer(const Graph& graph, bool one_line, bool marks) : graph_(graph), one_line_(one_line) {
        if (!marks) return;
        marks_.resize(2 * graph.triples.size());
        for (const Mark& mark : graph.marks)
            marks_[2 * static_cast<std::size_t>(mark.triple) + (mark.on_role ? 1 : 0)] =
                graph.view(mark.text);
    }

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
        if (!triple.missing) out_.append(" / ").append(graph_.view(triple.value));
        mark(triple, false);
    }

    void mark(const Triple& triple, bool on_role) {
        if (marks_.empty()) return;
        const auto index = static_cast<std::size_t>(&triple - graph_.triples.data());
        out_ += marks_[2 * index + (on_role ? 1 : 0)];
    }

    // A branch to a node that is written next ends after its role and a blank.
    void branch(const Triple& triple) {
        if (one_line_) {
            out_ += ' ';
        } else {
            out_ += '\n';
            const auto level = static_cast<std::size_t>(triple.depth + 1);
            out_.append(4 * std::min(level, deepest_indent), ' ');
        }
        out_.append(":").append(graph_.view(triple.role));
        mark(triple, true);
        const std::size_t index = static_cast<std::size_t>(&triple - graph_.triples.data());
        const bool nests = index + 1 < graph_.triples.size() && graph_.triples[index + 1].opens;
        if (triple.missing) return;
        out_ += ' ';
        if (nests) return;
        out_ += triple.kind == Kind::edge
                    ? graph_.view(graph_.variables[static_cast<std::size_t>(triple.target)])
                    : graph_.view(triple.value);
        mark(triple, false);
    }

    const Graph& graph_;
    bool one_line_;
    std::vector<std::string_view> marks_;  // of value and role, for each triple
    std::string out_;
};

/// Gives a graph the order and the depths of a PENMAN tree.
class Layout {
  public:
    explicit Layout(const Graph& graph)
        : graph_(graph),
          outgoing_(graph.size(),
                    [&](auto visit) {
                        for (std::size_t i = 0; i < graph.triples.size(); ++i)
                            visit(graph.triples[i].source, i);
                    }),
          incoming_(graph.size(),
                    [&](auto visit) {
                        for (std::size_t i = 0; i < graph.triples.size(); ++i)
                            if (graph.triples[i].kind == Kind::edge)
                                visit(graph.triples[i].target, i);
                    }),
          visited_(graph.size()),
          used_(graph.triples.size()),
          nests_(graph.triples.size()) {}

    Graph lay_out() {
        discover();
        result_ = graph_;
        result_.triples.clear();
        result_.marks.clear();
        result_.laid_out = true;
        emit();
        spell();
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

    // Check that every name can be read back, and quote the values that cannot.
    void spell() {
        for (Slice name : result_.variables) require_name(name, "variable");
        for (Triple& triple : result_.triples) {
            require_name(triple.role, "role");
            if (triple.kind == Kind::edge || triple.missing) continue;
            const std::string_view value = result_.view(triple.value);
            if (!reads_as_name(value) || value.empty()) {
                if (!reads_as_value(value)) triple.value = result_.add(quoted(value));
            }
        }
    }

    void require_name(Slice name, const char* what) const {
        const std::string_view text = result_.view(name);
        if (reads_as_name(text)) return;
        throw std::invalid_argument("the " + std::string(what) + " '" + std::string(text) +
                                    "' cannot be written as PENMAN");
    }

    static std::string quoted(std::string_view value) {
        std::string text = "\"";
        for (char c : value) {
            if (c == '\n' || c == '\0')
                throw std::invalid_argument(
                    "a value with a line break or NUL cannot be written as PENMAN");
            if (c == '"' || c == '\\') text += '\\';
            text += c;
        }
        return text + '"';
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
    Groups<std::size_t> outgoing_, incoming_;  // triples by source, edges by target
    std::vector<char> visited_;
    std::vector<char> used_;  // edges that are written inverted, under their target
    std::vector<char> nests_;
    std::vector<std::vector<Child>> children_;
};

}  // namespace

bool reads_as_value(std::string_view value) {
    const std::string text = "(x / " + std::string(value) + ")";
    const std::vector<Entry> entries = read_penman(text);
    if (entries.size() != 1 || !entries[0].ok) return false;
    const Graph graph = entries[0].graph.unpack();
    return graph.triples.size() == 1 && !graph.triples[0].missing && graph.marks.empty() &&
           graph.view(graph.triples[0].value) == value;
}

bool reads_as_name(std::string_view name) {
    for (char c : name)
        if (is_delimiter(c)) return false;
    return find_invalid(name) == name.size();
}

std::string write_penman(const Graph& graph, bool one_line, bool marks) {
    if (graph.laid_out) return Writer(graph, one_line, marks).write();
    return Writer(Layout(graph).lay_out(), one_line, false).write();
}

}  // namespace tertium
