#include "problem.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tertium {

namespace {

// Roles that are no strings of a graph. Symbols are counted from 0, so these never clash.
constexpr std::uint64_t top_role = 0xFFFFFFFFULL;
constexpr std::uint64_t loop_role = 0xFFFFFFFEULL;
constexpr std::uint64_t instance_role = 0xFFFFFFFDULL;
constexpr std::uint32_t no_value = 0xFFFFFFFFU;
constexpr std::int64_t dense_limit = 1 << 16;
// Namesakes of a variable under compression, if it is no other variable.
constexpr int none = -1;
constexpr int any = -2;

std::uint64_t make_key(std::uint64_t role, std::uint64_t value) { return role << 32 | value; }

// Sort and count equal neighbours, `count` and `triple` aside.
template <class T, class Same>
void count_equal(std::vector<T>& items, Same same) {
    std::sort(items.begin(), items.end());
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

// Call visit(i, i_end, j, j_end) for each run of equal keys that both sorted sequences have.
template <class T, class Key, class Visit>
void join(const std::vector<T>& a, const std::vector<T>& b, Key key, Visit visit) {
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        const auto ka = key(a[i]), kb = key(b[j]);
        if (ka < kb) {
            ++i;
        } else if (kb < ka) {
            ++j;
        } else {
            std::size_t i_end = i, j_end = j;
            while (i_end < a.size() && key(a[i_end]) == ka) ++i_end;
            while (j_end < b.size() && key(b[j_end]) == ka) ++j_end;
            visit(i, i_end, j, j_end);
            i = i_end;
            j = j_end;
        }
    }
}

}  // namespace

void Problem::clear() {
    rows = columns = 0;
    row.clear();
    column.clear();
    unary.clear();
    first.clear();
    second.clear();
    weight.clear();
    share.clear();
}

Weight Problem::grain() const {
    Weight grain = 0;
    for (Weight w : unary) grain = std::gcd(grain, w);
    for (Weight w : weight) grain = std::gcd(grain, w);
    return std::max<Weight>(grain, 1);
}

Weight Problem::value(std::span<const int> chosen) const {
    std::vector<char> is_chosen(row.size());
    Weight sum = 0;
    for (int x : chosen) {
        is_chosen[static_cast<std::size_t>(x)] = 1;
        sum += unary[static_cast<std::size_t>(x)];
    }
    for (std::size_t p = 0; p < first.size(); ++p)
        if (is_chosen[static_cast<std::size_t>(first[p])] &&
            is_chosen[static_cast<std::size_t>(second[p])])
            sum += weight[p];
    return sum;
}

void PairIndex::reset(const Problem& problem) {
    problem_ = &problem;
    const std::size_t pairs = problem.first.size();
    begin_.assign(problem.row.size() + 1, 0);
    for (std::size_t p = 0; p < pairs; ++p) {
        ++begin_[problem.first[p] + 1];
        ++begin_[problem.second[p] + 1];
    }
    for (std::size_t x = 1; x < begin_.size(); ++x) begin_[x] += begin_[x - 1];
    slots_.resize(2 * pairs);
    next_.assign(begin_.begin(), begin_.end());
    for (std::size_t p = 0; p < pairs; ++p) {
        slots_[next_[problem.first[p]]++] = static_cast<int>(2 * p);
        slots_[next_[problem.second[p]]++] = static_cast<int>(2 * p + 1);
    }
}

void SymbolTable::clear() {
    if (slots_.empty()) slots_.resize(256);
    ++epoch_;
    count_ = 0;
    if (epoch_ == 0) {  // the counter went around: old marks would look fresh
        std::fill(slots_.begin(), slots_.end(), Slot{});
        epoch_ = 1;
    }
}

std::uint32_t SymbolTable::add(std::string_view string) {
    const std::uint64_t hash = hash_string(string);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].epoch == epoch_) {
        if (slots_[at].hash == hash && slots_[at].string == string) return slots_[at].symbol;
        at = (at + 1) & mask;
    }
    const std::uint32_t symbol = count_++;
    slots_[at] = {hash, epoch_, symbol, string};
    if (count_ * 2 > slots_.size()) grow();
    return symbol;
}

void SymbolTable::grow() {
    std::vector<Slot> old = std::move(slots_);
    slots_.assign(old.size() * 2, Slot{});
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.epoch != epoch_) continue;
        std::size_t at = slot.hash & mask;
        while (slots_[at].epoch == epoch_) at = (at + 1) & mask;
        slots_[at] = slot;
    }
}

void ProblemBuilder::sketch(const Graph& a, const Graph& b, Top top) {
    symbols_.clear();
    sketch_one(a, top, a_);
    sketch_one(b, top, b_);
    namesake_a_.clear();
    namesake_b_.clear();
    swapped_ = a_.variables > b_.variables;
}

void ProblemBuilder::sketch_one(const Graph& graph, Top top, Sketch& sketch) {
    sketch.variables = static_cast<int>(graph.size());
    sketch.facts.clear();
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
    sketch.total = static_cast<std::int64_t>(sketch.facts.size() + sketch.links.size());
    count_equal(sketch.facts, [](const Fact& x, const Fact& y) {
        return x.key == y.key && x.variable == y.variable;
    });
    count_equal(sketch.links, [](const Link& x, const Link& y) {
        return x.role == y.role && x.source == y.source && x.target == y.target;
    });
}

void ProblemBuilder::add_top(const Graph& graph, Top top, std::uint32_t top_concept,
                             Sketch& sketch) {
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

void ProblemBuilder::compress() {
    constexpr std::uint64_t role = instance_role;
    const auto is_concept = [](const Fact& fact) { return fact.key >> 32 == role; };
    namesake_a_.assign(static_cast<std::size_t>(a_.variables), any);
    namesake_b_.assign(static_cast<std::size_t>(b_.variables), any);
    const auto run_end = [](const std::vector<Fact>& facts, std::size_t i) {
        std::size_t end = i + 1;
        while (end < facts.size() && facts[end].key == facts[i].key) ++end;
        return end;
    };
    std::vector<std::uint64_t> names;
    std::size_t i = 0, j = 0;
    while (i < a_.facts.size() || j < b_.facts.size()) {
        const std::uint64_t none_left = ~std::uint64_t{0};
        const std::uint64_t key_a = i < a_.facts.size() ? a_.facts[i].key : none_left;
        const std::uint64_t key_b = j < b_.facts.size() ? b_.facts[j].key : none_left;
        const bool in_a = key_a <= key_b, in_b = key_b <= key_a;
        const std::size_t i_end = in_a ? run_end(a_.facts, i) : i,
                          j_end = in_b ? run_end(b_.facts, j) : j;
        const std::uint64_t key = std::min(key_a, key_b);
        if (key >> 32 == role && i_end - i <= 1 && j_end - j <= 1) {
            names.push_back(key);
            if (in_a) namesake_a_[a_.facts[i].variable] = in_b ? b_.facts[j].variable : none;
            if (in_b) namesake_b_[b_.facts[j].variable] = in_a ? a_.facts[i].variable : none;
        }
        i = i_end;
        j = j_end;
    }
    for (Sketch* sketch : {&a_, &b_})
        sketch->total -=
            static_cast<std::int64_t>(std::erase_if(sketch->facts, [&](const Fact& fact) {
                return is_concept(fact) && std::binary_search(names.begin(), names.end(), fact.key);
            }));
}

bool ProblemBuilder::allowed(int row, int column) const {
    if (namesake_a_.empty()) return true;
    const int i = swapped_ ? column : row, j = swapped_ ? row : column;
    return (namesake_a_[i] == any && namesake_b_[j] == any) || namesake_a_[i] == j;
}

bool ProblemBuilder::fits(std::int64_t limit) const {
    std::int64_t size = 0;
    const auto add = [&](std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
        size += static_cast<std::int64_t>((i_end - i) * (j_end - j));
    };
    join(a_.facts, b_.facts, [](const Fact& f) { return f.key; }, add);
    join(a_.links, b_.links, [](const Link& l) { return l.role; }, add);
    return size <= limit;
}

std::int64_t ProblemBuilder::ceiling() const {
    std::int64_t sum = 0;
    const auto counts = [&](const auto& a, const auto& b) {
        return [&](std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
            std::int64_t in_a = 0, in_b = 0;
            for (; i < i_end; ++i) in_a += a[i].count;
            for (; j < j_end; ++j) in_b += b[j].count;
            sum += std::min(in_a, in_b);
        };
    };
    join(a_.facts, b_.facts, [](const Fact& f) { return f.key; }, counts(a_.facts, b_.facts));
    join(a_.links, b_.links, [](const Link& l) { return l.role; }, counts(a_.links, b_.links));
    return sum;
}

void ProblemBuilder::build(Problem& problem) {
    const Sketch& rows = swapped_ ? b_ : a_;
    const Sketch& columns = swapped_ ? a_ : b_;
    columns_ = columns.variables;
    problem.clear();
    problem.rows = rows.variables;
    problem.columns = columns.variables;
    gains_.clear();
    pairs_.clear();
    add_facts(rows, columns);
    add_links(rows, columns);
    merge_links();
    number_cells(problem);
    for (const Gain& gain : gains_)
        problem.unary[static_cast<std::size_t>(cell_at(gain.cell))] += gain.weight;
    for (const Link2& pair : pairs_) {
        problem.first.push_back(cell_at(pair.first));
        problem.second.push_back(cell_at(pair.second));
        problem.weight.push_back(pair.weight);
        problem.share.push_back(pair.weight / 2);
    }
}

void ProblemBuilder::add_facts(const Sketch& rows, const Sketch& columns) {
    join(
        rows.facts, columns.facts, [](const Fact& f) { return f.key; },
        [&](std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
            for (; i < i_end; ++i)
                for (std::size_t k = j; k < j_end; ++k) {
                    const Fact &f = rows.facts[i], &g = columns.facts[k];
                    if (!allowed(f.variable, g.variable)) continue;
                    gains_.push_back(
                        {f.variable * columns_ + g.variable, std::min(f.count, g.count) * unit});
                }
        });
}

void ProblemBuilder::add_links(const Sketch& rows, const Sketch& columns) {
    join(
        rows.links, columns.links, [](const Link& l) { return l.role; },
        [&](std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
            for (; i < i_end; ++i)
                for (std::size_t k = j; k < j_end; ++k) {
                    const Link &f = rows.links[i], &g = columns.links[k];
                    if (!allowed(f.source, g.source) || !allowed(f.target, g.target)) continue;
                    const std::int64_t source = f.source * columns_ + g.source;
                    const std::int64_t target = f.target * columns_ + g.target;
                    const Weight weight = std::min(f.count, g.count) * unit;
                    pairs_.push_back({std::min(source, target), std::max(source, target), weight});
                }
        });
}

// Edges with different roles or directions may join the same two cells: one pair with their sum.
void ProblemBuilder::merge_links() {
    const auto key = [](const Link2& p) { return std::tie(p.first, p.second); };
    std::sort(pairs_.begin(), pairs_.end(),
              [&](const Link2& x, const Link2& y) { return key(x) < key(y); });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < pairs_.size(); ++i) {
        if (key(pairs_[i]) == key(pairs_[kept])) {
            pairs_[kept].weight += pairs_[i].weight;
        } else {
            pairs_[++kept] = pairs_[i];
        }
    }
    if (!pairs_.empty()) pairs_.resize(kept + 1);
}

void ProblemBuilder::number_cells(Problem& problem) {
    const std::int64_t area = problem.rows * columns_;
    keys_.clear();
    dense_.clear();
    if (area <= dense_limit) {
        dense_.assign(static_cast<std::size_t>(area), -1);
        const auto mark = [&](std::int64_t key) { dense_[static_cast<std::size_t>(key)] = 0; };
        for (const Gain& gain : gains_) mark(gain.cell);
        for (const Link2& pair : pairs_) mark(pair.first), mark(pair.second);
        for (std::int64_t key = 0; key < area; ++key) {
            int& number = dense_[static_cast<std::size_t>(key)];
            if (number < 0) continue;
            number = static_cast<int>(keys_.size());
            keys_.push_back(key);
        }
    } else {
        for (const Gain& gain : gains_) keys_.push_back(gain.cell);
        for (const Link2& pair : pairs_) keys_.push_back(pair.first), keys_.push_back(pair.second);
        std::sort(keys_.begin(), keys_.end());
        keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
    }
    for (std::int64_t key : keys_) {
        problem.row.push_back(static_cast<int>(key / columns_));
        problem.column.push_back(static_cast<int>(key % columns_));
    }
    problem.unary.assign(keys_.size(), 0);
}

int ProblemBuilder::cell_at(std::int64_t key) const {
    if (!dense_.empty()) return dense_[static_cast<std::size_t>(key)];
    return static_cast<int>(std::lower_bound(keys_.begin(), keys_.end(), key) - keys_.begin());
}

}  // namespace tertium
