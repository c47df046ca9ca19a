// Any bytes are read, as PENMAN and as triples; what was read can be written, and reads back as the same
// graph. Standard forms and sub-graphs of it do not crash.
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "graphs.hpp"
#include "graph/penman.hpp"
#include "standard/reification.hpp"
#include "standard/standard.hpp"
#include "standard/subgraph.hpp"

using namespace tertium;
using fuzz::require;

namespace {

std::shared_ptr<const ReificationTable> table() {
    static const auto shared = std::make_shared<const ReificationTable>(std::vector<ReificationRule>{
        {"mod", "have-mod-91", "arg1", "arg2"},
        {"poss", "own-01", "arg1", "arg0"},
        {"subset", "include-91", "arg2", "arg1"},
        {"superset", "include-91", "arg1", "arg2"},
        {"name", "have-name-91", "arg1", "arg2"},
    });
    return shared;
}

bool same(const Graph& a, const Graph& b) {
    if (a.triples.size() != b.triples.size() || a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.triples.size(); ++i) {
        const Triple &s = a.triples[i], &t = b.triples[i];
        if (s.source != t.source || s.target != t.target || s.kind != t.kind) return false;
        if (a.view(s.role) != b.view(t.role)) return false;
    }
    return true;
}

void check(const Graph& graph) {
    std::string text;
    try {
        text = write_penman(graph, true, false);
    } catch (const std::invalid_argument&) {
        return;  // not connected
    }
    if (graph.laid_out) {
        const auto again = read_penman(text);
        require(again.size() == 1 && again[0].ok && same(graph, again[0].graph));
    }
    for (Reification reification : {Reification::dereify, Reification::reify, Reification::canonical}) {
        Convention convention;
        convention.table = table();
        convention.reification = reification;
        convention.names = Names::fold;
        convention.duplicates = Duplicates::drop;
        convention.mod = Mod::mod;
        const Graph standard = standardise(graph, convention);
        Selection selection;
        selection.roles = {"arg#", "*of"};
        selection.depth = 2;
        select(standard, selection);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const Entry& entry : read_penman(text))
        if (entry.ok) check(entry.graph);
    for (const Entry& entry : read_triples(text))
        if (entry.ok) check(entry.graph);
    return 0;
}
