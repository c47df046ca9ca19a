// Any bytes are read, as PENMAN and as triples; what was read can be written, and reads back as the same
// graph. Triples stand where the text says so. Standard forms and sub-graphs of it do not crash, and
// their triples come from some that were read.
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "graphs.hpp"
#include "graph/penman.hpp"
#include "standard/reification.hpp"
#include "standard/standard.hpp"
#include "standard/subgraph.hpp"
#include "support/encoding.hpp"

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

/// The rest of a line of a text from a location on.
std::string_view at(std::string_view text, const Location& location) {
    for (std::uint64_t line = 1; line < location.line; ++line) text.remove_prefix(text.find('\n') + 1);
    for (std::uint64_t column = 1; column < location.column; ++column)
        do text.remove_prefix(1);
        while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0) == 0x80);
    return text;
}

/// Columns count characters of valid UTF-8, so a text that is not valid as a whole is left out.
void check_places(std::string_view text, const PackedGraph& packed) {
    const Graph graph = packed.unpack();
    const std::vector<Location> locations = packed.locations();
    require(locations.size() == graph.triples.size());
    for (std::size_t i = 0; i < locations.size(); ++i) {
        const Triple& triple = graph.triples[i];
        const std::string_view variable = graph.view(graph.variables[static_cast<std::size_t>(triple.source)]);
        const std::string_view seen = at(text, locations[i]);
        if (!graph.laid_out || (triple.kind == Kind::instance && triple.missing)) {
            require(seen.starts_with(variable));
        } else if (triple.kind == Kind::instance) {
            require(seen.starts_with(graph.view(triple.value)));
        } else {
            require(seen.starts_with(':') && seen.substr(1).starts_with(graph.view(triple.role)));
        }
    }
}

void check_origins(const Graph& graph, const Graph& standard, const Origins& origins) {
    for (const auto& places : origins.of(standard)) {
        require(!places.empty());
        for (std::int32_t place : places)
            require(place >= 0 && static_cast<std::size_t>(place) < graph.triples.size());
    }
}

void check(const PackedGraph& packed) {
    const Graph graph = packed.unpack();
    std::string text;
    try {
        text = write_penman(graph, true, false);
    } catch (const std::invalid_argument&) {
        return;  // not connected
    }
    if (graph.laid_out) {
        const auto again = read_penman(text);
        require(again.size() == 1 && again[0].ok && same(graph, again[0].graph.unpack()));
    }
    for (Reification reification : {Reification::dereify, Reification::reify, Reification::canonical}) {
        Convention convention;
        convention.table = table();
        convention.reification = reification;
        convention.names = Names::fold;
        convention.duplicates = Duplicates::drop;
        convention.mod = Mod::mod;
        Origins origins;
        const Graph standard = standardise(graph, convention, &origins);
        check_origins(graph, standard, origins);
        Selection selection;
        selection.roles = {"arg#", "*of"};
        selection.depth = 2;
        check_origins(graph, select(standard, selection), origins);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const bool valid = find_invalid(text) == text.size();
    const auto check_entry = [&](Entry&& entry) {
        if (!entry.ok) return;
        if (valid) check_places(text, entry.graph);
        check(entry.graph);
    };
    const SharedText shared{std::string(text)};
    read_penman(shared, check_entry);
    read_triples(shared, check_entry);
    return 0;
}
