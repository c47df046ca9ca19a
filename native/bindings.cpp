// The door to Python. Nothing else in this folder knows it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>

#include "aligner.hpp"
#include "penman.hpp"
#include "standard.hpp"
#include "subgraph.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tertium;

namespace {

using NamedTuple = std::tuple<std::string, std::string, std::optional<std::string>>;

nb::str to_str(std::string_view text) {
    // Comments and broken lines may hold anything, so invalid bytes are shown, not refused.
    return nb::steal<nb::str>(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

// (source, :role, target); an inverse edge is turned around, so that equal meanings look equal.
nb::tuple triple_of(const Graph& graph, const Triple& triple) {
    std::string_view role = graph.view(triple.role);
    std::int32_t source = triple.source, target = triple.target;
    if (triple.kind == Kind::edge && is_inverse(role)) {
        role.remove_suffix(3);
        std::swap(source, target);
    }
    const auto name = [&](std::int32_t variable) {
        return to_str(graph.view(graph.variables[variable]));
    };
    const nb::object end = triple.missing ? nb::object(nb::none())
                           : triple.kind == Kind::edge
                               ? nb::object(name(target))
                               : nb::object(to_str(graph.view(triple.value)));
    return nb::make_tuple(name(source), to_str(":" + std::string(role)), end);
}

nb::list triples_of(const Graph& graph) {
    nb::list list;
    for (const Triple& triple : graph.triples) list.append(triple_of(graph, triple));
    return list;
}

// The same with every edge as it was given.
nb::list raw_triples_of(const Graph& graph) {
    nb::list list;
    for (const Triple& triple : graph.triples) {
        const std::string_view end = triple.kind == Kind::edge
                                         ? graph.view(graph.variables[triple.target])
                                         : graph.view(triple.value);
        list.append(nb::make_tuple(to_str(graph.view(graph.variables[triple.source])),
                                   to_str(":" + std::string(graph.view(triple.role))),
                                   triple.missing ? nb::object(nb::none()) : to_str(end)));
    }
    return list;
}

nb::list read_entries(nb::bytes data, const std::string& format) {
    const std::string_view text(data.c_str(), data.size());
    std::vector<Entry> entries;
    {
        const nb::gil_scoped_release release;
        entries = format == "triples" ? read_triples(text) : read_penman(text);
    }
    nb::list list;
    for (Entry& entry : entries) {
        if (entry.ok) {
            list.append(nb::cast(std::move(entry.graph)));
        } else {
            list.append(nb::cast(std::move(entry.fault)));
        }
    }
    return list;
}

Graph from_triples(const std::vector<NamedTuple>& triples, const std::string& top) {
    std::vector<NamedTriple> named;
    for (const auto& [source, role, target] : triples)
        named.push_back({source, role, target.value_or(""), !target.has_value()});
    return graph_from_triples(named, top);
}

std::vector<const Graph*> pointers(nb::list graphs) {
    std::vector<const Graph*> list;
    list.reserve(graphs.size());
    for (nb::handle graph : graphs)
        list.push_back(graph.is_none() ? nullptr : &nb::cast<const Graph&>(graph));
    return list;
}

using Table = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

std::vector<double> in_triples(const std::vector<Weight>& weights) {
    std::vector<double> values;
    for (Weight weight : weights)
        values.push_back(static_cast<double>(weight) / static_cast<double>(unit));
    return values;
}

// Rows of matched, total of a, total of b, upper, proven.
Table compare(const AlignerOptions& options, nb::list a, nb::list b, int threads) {
    const std::vector<const Graph*> graphs_a = pointers(a), graphs_b = pointers(b);
    if (graphs_a.size() != graphs_b.size())
        throw std::invalid_argument("the lists differ in length");
    constexpr std::size_t columns = 5;
    auto* values = new std::vector<double>();
    nb::capsule owner(values,
                      [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
    {
        const nb::gil_scoped_release release;
        values->reserve(graphs_a.size() * columns);
        for (const PairCounts& c : compare_pairs(graphs_a, graphs_b, options, threads))
            for (double value : {c.matched, c.total_a, c.total_b, c.upper, c.proven ? 1.0 : 0.0})
                values->push_back(value);
    }
    return Table(values->data(), {graphs_a.size(), columns}, owner);
}

/// Everything about one pair: the standardised graphs, the mapping, the partner of each triple.
struct PairAlignment {
    PairCounts counts;
    std::vector<int> mapping;
    std::vector<int> partner;
    Graph a, b;
};

PairAlignment align(const AlignerOptions& options, const Graph& a, const Graph& b,
                    std::optional<std::vector<int>> mapping) {
    const nb::gil_scoped_release release;
    Aligner aligner(options);
    PairAlignment result;
    result.counts = aligner.compare(&a, &b);
    result.mapping = mapping ? *mapping : aligner.mapping();
    result.a = standardise(a, options.convention);
    result.b = standardise(b, options.convention);
    if (result.mapping.size() != result.a.size())
        throw std::invalid_argument("the mapping does not fit the graph");
    result.partner = match_triples(result.a, result.b, result.mapping);
    return result;
}

struct PairProblem {
    Problem problem;
    bool swapped = false;
};

PairProblem make_problem(const AlignerOptions& options, const Graph& a, const Graph& b) {
    const nb::gil_scoped_release release;
    PairProblem result;
    result.problem = Aligner(options).problem(a, b, result.swapped);
    return result;
}

// Standardise graphs and take the part that a selection finds; None stays None.
nb::list select_parts(nb::list graphs, const Convention& convention, const Selection& selection) {
    const std::vector<const Graph*> whole = pointers(graphs);
    std::vector<Graph> parts(whole.size());
    {
        const nb::gil_scoped_release release;
        for (std::size_t i = 0; i < whole.size(); ++i)
            if (whole[i] != nullptr)
                parts[i] = select(standardise(*whole[i], convention), selection);
    }
    nb::list list;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (whole[i] == nullptr) {
            list.append(nb::none());
        } else {
            list.append(nb::cast(std::move(parts[i])));
        }
    }
    return list;
}

// Align pairs, then count what parts of them share under those alignments.
Table compare_parts(const AlignerOptions& options, nb::list a, nb::list b, nb::list parts_a,
                    nb::list parts_b, bool compress, int threads) {
    const auto whole_a = pointers(a), whole_b = pointers(b), part_a = pointers(parts_a),
               part_b = pointers(parts_b);
    auto* values = new std::vector<double>(whole_a.size() * 5);
    nb::capsule owner(values,
                      [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
    {
        const nb::gil_scoped_release release;
        compare_parts_of_pairs(whole_a, whole_b, part_a, part_b, options, compress, threads,
                               *values);
    }
    return Table(values->data(), {whole_a.size(), 5}, owner);
}

void bind_parts(nb::module_& m) {
    nb::class_<Selection>(m, "Selection")
        .def(nb::init<>())
        .def_rw("roles", &Selection::roles)
        .def_rw("concepts", &Selection::concepts)
        .def_rw("instances", &Selection::instances)
        .def_rw("everything", &Selection::everything)
        .def_rw("parents", &Selection::parents)
        .def_rw("reentrancies", &Selection::reentrancies)
        .def_rw("top", &Selection::top)
        .def_rw("depth", &Selection::depth)
        .def_rw("unlabeled", &Selection::unlabeled)
        .def_rw("senseless", &Selection::senseless)
        .def_rw("bag", &Selection::bag);
    m.def("select", &select_parts, "graphs"_a, "convention"_a, "selection"_a,
          nb::sig("def select(graphs: list[Graph | None], convention: Convention, selection: "
                  "Selection) -> "
                  "list[Graph | None]"));
    m.def("compare_parts", &compare_parts, "options"_a, "a"_a, "b"_a, "parts_a"_a, "parts_b"_a,
          "compress"_a, "threads"_a,
          nb::sig("def compare_parts(options: AlignerOptions, a: list[Graph | None], b: list[Graph "
                  "| None], "
                  "parts_a: list[Graph | None], parts_b: list[Graph | None], compress: bool, "
                  "threads: int) -> "
                  "numpy.typing.NDArray[numpy.float64]"));
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The native core of Tertium: reading, standard forms, alignment.";

    nb::class_<Graph>(m, "Graph")
        .def("triples", &triples_of,
             nb::sig("def triples(self) -> list[tuple[str, str, str | None]]"))
        .def(
            "variables",
            [](const Graph& g) {
                nb::list names;
                for (Slice name : g.variables) names.append(to_str(g.view(name)));
                return names;
            },
            nb::sig("def variables(self) -> list[str]"))
        .def_prop_ro("top",
                     [](const Graph& g) {
                         return g.top < 0 ? nb::str("") : to_str(g.view(g.variables[g.top]));
                     })
        .def_prop_ro("comments", [](const Graph& g) { return to_str(g.comments); })
        .def_prop_ro("id", [](const Graph& g) { return to_str(find_metadata(g.comments, "id")); })
        .def_prop_ro("line", [](const Graph& g) { return g.line; })
        .def_prop_ro("laid_out", [](const Graph& g) { return g.laid_out; })
        .def(
            "marks",
            [](const Graph& g) {
                nb::list list;
                for (const Mark& mark : g.marks)
                    list.append(
                        nb::make_tuple(mark.triple, mark.on_role, to_str(g.view(mark.text))));
                return list;
            },
            nb::sig("def marks(self) -> list[tuple[int, bool, str]]"))
        .def("raw_triples", &raw_triples_of,
             nb::sig("def raw_triples(self) -> list[tuple[str, str, str | None]]"))
        .def("penman", &write_penman, "one_line"_a, "marks"_a)
        .def("__len__", [](const Graph& g) { return g.triples.size(); });

    nb::class_<Fault>(m, "Fault")
        .def_ro("message", &Fault::message)
        .def_prop_ro("id", [](const Fault& f) { return to_str(f.id); })
        .def_ro("line", &Fault::line)
        .def_ro("column", &Fault::column)
        .def_prop_ro("source", [](const Fault& f) { return to_str(f.source); });

    m.def("read", &read_entries, "data"_a, "format"_a,
          nb::sig("def read(data: bytes, format: str) -> list[Graph | Fault]"));
    m.def("from_triples", &from_triples, "triples"_a, "top"_a);

    nb::enum_<Top>(m, "Top")
        .value("none", Top::none)
        .value("flag", Top::flag)
        .value("concept", Top::concept_)
        .value("roots", Top::roots);
    nb::enum_<Inversion>(m, "Inversion")
        .value("keep", Inversion::keep)
        .value("amr", Inversion::amr)
        .value("all", Inversion::all);
    nb::enum_<Mod>(m, "Mod")
        .value("keep", Mod::keep)
        .value("domain", Mod::domain)
        .value("mod", Mod::mod)
        .value("smatch", Mod::smatch);
    nb::enum_<Strings>(m, "Strings")
        .value("whole", Strings::whole)
        .value("first_word", Strings::first_word);
    nb::enum_<Solver>(m, "Solver").value("exact", Solver::exact).value("climb", Solver::climb);

    nb::enum_<Reification>(m, "Reification")
        .value("keep", Reification::keep)
        .value("dereify", Reification::dereify)
        .value("reify", Reification::reify)
        .value("canonical", Reification::canonical);

    nb::class_<ReificationTable>(m, "ReificationTable")
        .def("__init__",
             [](ReificationTable* self,
                const std::vector<std::tuple<std::string, std::string, std::string, std::string>>&
                    rows) {
                 std::vector<ReificationRule> rules;
                 for (const auto& [role, concept_, source, target] : rows)
                     rules.push_back({role, concept_, source, target});
                 new (self) ReificationTable(std::move(rules));
             });

    nb::class_<Convention>(m, "Convention")
        .def(nb::init<>())
        .def_rw("lower_case", &Convention::lower_case)
        .def_rw("drop_quotes", &Convention::drop_quotes)
        .def_rw("strings", &Convention::strings)
        .def_rw("inversion", &Convention::inversion)
        .def_rw("mod", &Convention::mod)
        .def_rw("drop_inverse_constants", &Convention::drop_inverse_constants)
        .def_rw("drop_duplicates", &Convention::drop_duplicates)
        .def_rw("drop_wiki", &Convention::drop_wiki)
        .def_rw("drop_all_quotes", &Convention::drop_all_quotes)
        .def_rw("reification", &Convention::reification)
        .def_prop_rw(
            "table", [](const Convention& c) { return ReificationTable(*c.table); },
            [](Convention& c, const ReificationTable& table) {
                c.table = std::make_shared<const ReificationTable>(table);
            })
        .def_rw("fold_names", &Convention::fold_names)
        .def_rw("compress", &Convention::compress)
        .def_rw("top", &Convention::top);
    m.def("standardise", &standardise, "graph"_a, "convention"_a);

    nb::class_<AlignerOptions>(m, "AlignerOptions")
        .def(nb::init<>())
        .def_rw("convention", &AlignerOptions::convention)
        .def_rw("solver", &AlignerOptions::solver)
        .def_rw("budget", &AlignerOptions::budget)
        .def_rw("restarts", &AlignerOptions::restarts)
        .def_rw("seed", &AlignerOptions::seed);
    m.def("compare", &compare, "options"_a, "a"_a, "b"_a, "threads"_a,
          nb::sig(
              "def compare(options: AlignerOptions, a: list[Graph | None], b: list[Graph | None], "
              "threads: int) -> numpy.typing.NDArray[numpy.float64]"));

    nb::class_<PairAlignment>(m, "PairAlignment")
        .def_prop_ro("matched", [](const PairAlignment& p) { return p.counts.matched; })
        .def_prop_ro("upper", [](const PairAlignment& p) { return p.counts.upper; })
        .def_prop_ro("proven", [](const PairAlignment& p) { return p.counts.proven; })
        .def_ro("mapping", &PairAlignment::mapping)
        .def_ro("partner", &PairAlignment::partner)
        .def_ro("a", &PairAlignment::a)
        .def_ro("b", &PairAlignment::b);
    m.def("align", &align, "options"_a, "a"_a, "b"_a, "mapping"_a = nb::none());

    nb::class_<PairProblem>(m, "PairProblem")
        .def_ro("swapped", &PairProblem::swapped)
        .def_prop_ro("rows", [](const PairProblem& p) { return p.problem.rows; })
        .def_prop_ro("columns", [](const PairProblem& p) { return p.problem.columns; })
        .def_prop_ro("row", [](const PairProblem& p) { return p.problem.row; })
        .def_prop_ro("column", [](const PairProblem& p) { return p.problem.column; })
        .def_prop_ro("unary", [](const PairProblem& p) { return in_triples(p.problem.unary); })
        .def_prop_ro("first", [](const PairProblem& p) { return p.problem.first; })
        .def_prop_ro("second", [](const PairProblem& p) { return p.problem.second; })
        .def_prop_ro("weight", [](const PairProblem& p) { return in_triples(p.problem.weight); });
    m.def("problem", &make_problem, "options"_a, "a"_a, "b"_a);

    bind_parts(m);
}
