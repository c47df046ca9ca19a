#include "standard/canonical_order.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "support/index.hpp"

namespace tertium {

namespace {

using Colours = std::vector<int>;  // by variable, from 0 without gaps

constexpr std::int64_t most_steps = 20'000'000;  // edges that are looked at

// Numbers for things, by their order.
template <class T>
Colours ranked(const std::vector<T>& things) {
    std::vector<T> sorted = things;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    Colours ranks;
    for (const T& thing : things)
        ranks.push_back(static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), thing) -
                                         sorted.begin()));
    return ranks;
}

struct Edge {
    int source, role, target;
    auto operator<=>(const Edge&) const = default;
};

class Ordering {
  public:
    explicit Ordering(const Graph& graph) : neighbours_(graph.size()) {
        std::vector<std::string> said(graph.size());
        std::vector<std::vector<std::string>> words(graph.size());
        std::vector<std::string> roles;
        for (const Triple& t : graph.triples)
            if (t.kind == Kind::edge) roles.emplace_back(graph.view(t.role));
        const Colours numbers = ranked(roles);
        std::size_t next = 0;
        for (const Triple& t : graph.triples) {
            if (t.kind == Kind::edge) {
                const int role = numbers[next++];
                edges_.push_back({t.source, role, t.target});
                neighbours_[at(t.source)].push_back({0, role, t.target});
                neighbours_[at(t.target)].push_back({1, role, t.source});
            } else {
                words[at(t.source)].push_back(spelled(graph, t));
            }
        }
        for (std::size_t v = 0; v < graph.size(); ++v) {
            std::sort(words[v].begin(), words[v].end());
            for (const std::string& word : words[v])
                said[v] += std::to_string(word.size()) + " " + word;
            std::sort(neighbours_[v].begin(), neighbours_[v].end());
        }
        start_ = ranked(said);
    }

    /// Colours by surroundings, up to some edges away.
    Colours refined(int rounds) const {
        Colours colours = start_;
        while (rounds-- > 0 && refine_once(colours)) {
        }
        return colours;
    }

    /// The place of each variable.
    Colours find() {
        refine(start_);
        explore(start_);
        return best_;
    }

  private:
    static std::string spelled(const Graph& graph, const Triple& t) {
        const std::string role(t.kind == Kind::instance ? "" : graph.view(t.role));
        return std::to_string(role.size()) + " " + role + (t.missing ? "!" : "=") +
               std::string(graph.view(t.value));
    }

    static int count_of(const Colours& colours) {
        return colours.empty() ? 0 : *std::max_element(colours.begin(), colours.end()) + 1;
    }

    // Tell variables apart by their neighbours once; return whether that changed anything.
    bool refine_once(Colours& colours) const {
        const int before = count_of(colours);
        std::vector<std::pair<int, std::vector<Edge>>> signs(colours.size());
        for (std::size_t v = 0; v < colours.size(); ++v) {
            signs[v].first = colours[v];
            for (const Edge& n : neighbours_[v])
                signs[v].second.push_back({n.source, n.role, colours[at(n.target)]});
            std::sort(signs[v].second.begin(), signs[v].second.end());
        }
        colours = ranked(signs);
        return count_of(colours) != before;
    }

    // The same until nothing changes.
    void refine(Colours& colours) {
        while (count_of(colours) < static_cast<int>(colours.size())) {
            steps_ += static_cast<std::int64_t>(edges_.size() + colours.size());
            if (steps_ > most_steps)
                throw std::length_error("the graph has too many symmetries for a canonical order");
            if (!refine_once(colours)) return;
        }
    }

    // The variables of the first colour that several have.
    static std::vector<int> first_tie(const Colours& colours) {
        std::vector<std::vector<int>> cells(colours.size());
        for (std::size_t v = 0; v < colours.size(); ++v)
            cells[at(colours[v])].push_back(static_cast<int>(v));
        for (const auto& cell : cells)
            if (cell.size() > 1) return cell;
        return {};
    }

    Colours with_first(const Colours& colours, int variable) {
        std::vector<std::pair<int, int>> keys;
        for (std::size_t v = 0; v < colours.size(); ++v)
            keys.emplace_back(colours[v], static_cast<int>(v) == variable ? 0 : 1);
        Colours apart = ranked(keys);
        refine(apart);
        return apart;
    }

    std::vector<Edge> renamed(const Colours& places) const {
        std::vector<Edge> list;
        for (const Edge& e : edges_)
            list.push_back({places[at(e.source)], e.role, places[at(e.target)]});
        std::sort(list.begin(), list.end());
        return list;
    }

    // Whether two variables can be exchanged because all else sees them alike.
    bool twins(int one, int other) const {
        auto a = neighbours_[at(one)], b = neighbours_[at(other)];
        const auto swap = [&](std::vector<Edge>& list) {
            for (Edge& n : list) n.target = n.target == one || n.target == other ? -1 : n.target;
            std::sort(list.begin(), list.end());
        };
        swap(a);
        swap(b);
        return a == b;
    }

    // The first order that follows from colours.
    std::vector<Edge> first_order(Colours colours) {
        for (std::vector<int> tie; !(tie = first_tie(colours)).empty();)
            colours = with_first(colours, tie.front());
        return renamed(colours);
    }

    void explore(const Colours& colours) {
        const std::vector<int> tie = first_tie(colours);
        if (tie.empty()) {
            std::vector<Edge> list = renamed(colours);
            if (best_.empty() || list < best_list_) {
                best_ = colours;
                best_list_ = std::move(list);
            }
            return;
        }
        std::vector<int> different;
        for (const int variable : tie)
            if (std::none_of(different.begin(), different.end(),
                             [&](int other) { return twins(variable, other); }))
                different.push_back(variable);
        std::vector<std::vector<Edge>> orders;
        for (const int variable : different) {
            const Colours apart = with_first(colours, variable);
            if (different.size() > 1) {
                std::vector<Edge> order = first_order(apart);
                if (std::find(orders.begin(), orders.end(), order) != orders.end()) continue;
                orders.push_back(std::move(order));
            }
            explore(apart);
        }
    }

    std::vector<std::vector<Edge>> neighbours_;  // direction, role, variable
    std::vector<Edge> edges_;
    Colours start_, best_;
    std::vector<Edge> best_list_;
    std::int64_t steps_ = 0;
};

/// The place of each variable in the order in which they are reached from the first root.
Colours in_reading_order(const Graph& graph, const Colours& place) {
    std::vector<bool> entered(graph.size());
    std::vector<std::vector<Edge>> ways(graph.size());  // by place: direction, role's rank, place
    std::vector<std::string_view> roles;
    for (const Triple& t : graph.triples) roles.push_back(graph.view(t.role));
    const Colours ranks = ranked(roles);
    for (std::size_t i = 0; i < graph.triples.size(); ++i) {
        const Triple& t = graph.triples[i];
        if (t.kind != Kind::edge) continue;
        const int source = place[at(t.source)], target = place[at(t.target)];
        ways[at(source)].push_back({0, ranks[i], target});
        ways[at(target)].push_back({1, ranks[i], source});
        if (source != target) entered[at(target)] = true;
    }
    Colours number(graph.size(), -1);  // by place
    int next = 0;
    const auto reach = [&](std::size_t first) {
        std::vector<int> queue{static_cast<int>(first)};
        for (std::size_t i = 0; i < queue.size(); ++i) {
            int& mine = number[at(queue[i])];
            if (mine >= 0) continue;
            mine = next++;
            std::sort(ways[at(queue[i])].begin(), ways[at(queue[i])].end());
            for (const Edge& way : ways[at(queue[i])]) queue.push_back(way.target);
        }
    };
    for (const bool roots : {true, false})
        for (std::size_t v = 0; v < graph.size(); ++v)
            if (!roots || !entered[v]) reach(v);
    Colours result;
    for (const int old : place) result.push_back(number[at(old)]);
    return result;
}

// A letter that makes no name of a variable look like a constant.
std::string prefix_for(const Graph& graph) {
    std::size_t longest = 0;
    for (const Triple& t : graph.triples) {
        const std::string_view value = graph.view(t.value);
        std::size_t letters = 0;
        while (letters < value.size() && value[letters] == 'x') ++letters;
        if (t.kind == Kind::attribute) longest = std::max(longest, letters);
    }
    return std::string(longest + 1, 'x');
}

}  // namespace

Graph order_canonically(const Graph& graph) {
    const Colours place = in_reading_order(graph, Ordering(graph).find());
    Graph ordered;
    ordered.laid_out = false;
    ordered.top = graph.size() > 0 ? 0 : -1;
    const std::string prefix = prefix_for(graph);
    for (std::size_t v = 0; v < graph.size(); ++v)
        ordered.variables.push_back(ordered.add(prefix + std::to_string(v)));
    const auto key = [&](const Triple& t) {
        const int target = t.kind == Kind::edge ? place[at(t.target)] : -1;
        return std::tuple(place[at(t.source)], t.kind != Kind::instance, graph.view(t.role), target,
                          t.missing, graph.view(t.value));
    };
    std::vector<Triple> triples = graph.triples;
    std::sort(triples.begin(), triples.end(),
              [&](const Triple& x, const Triple& y) { return key(x) < key(y); });
    for (Triple t : triples) {
        t.role = ordered.add(std::string(graph.view(t.role)));
        t.value = ordered.add(std::string(graph.view(t.value)));
        t.source = place[at(t.source)];
        if (t.kind == Kind::edge) t.target = place[at(t.target)];
        t.depth = 0;
        t.opens = false;
        ordered.triples.push_back(t);
    }
    return ordered;
}

std::vector<int> ranks_by_surroundings(const Graph& graph) { return Ordering(graph).refined(16); }

}  // namespace tertium
