// Graphs as lines of tab-separated triples.
#include <algorithm>
#include <stdexcept>

#include "graph/lines.hpp"
#include "graph/penman.hpp"
#include "support/encoding.hpp"

namespace tertium {

namespace {

bool is_top_role(std::string_view role) {
    if (!role.empty() && role.front() == ':') role.remove_prefix(1);
    return role == "top" || role == "TOP" || role == "root";
}

/// One graph's lines while they are gathered.
struct Block {
    std::string comments;
    std::vector<NamedTriple> triples;
    std::vector<std::uint64_t> lines;  // where each of them stands
    std::string top;
    std::uint64_t line = 0;
    bool begun = false;
    Fault fault;
    bool ok = true;

    void fail(const char* message, std::uint64_t number, std::string_view source,
              std::size_t at = 0) {
        if (!ok) return;
        ok = false;
        fault.message = message;
        fault.line = number;
        fault.column = 1 + count_characters(source.substr(0, at));
        fault.source = std::string(source);
    }

    void add(std::string_view source, std::uint64_t number) {
        if (!begun) line = number;
        begun = true;
        const std::size_t invalid = find_invalid(source);
        if (invalid < source.size())
            return fail(source[invalid] == '\0' ? "a NUL byte" : "this byte is not valid UTF-8",
                        number, source, invalid);
        const std::size_t first = source.find('\t');
        const std::size_t second = first == source.npos ? first : source.find('\t', first + 1);
        if (second == source.npos || source.find('\t', second + 1) != source.npos)
            return fail("expected three fields: source TAB role TAB target", number, source);
        NamedTriple triple{std::string(source.substr(0, first)),
                           std::string(source.substr(first + 1, second - first - 1)),
                           std::string(source.substr(second + 1)), second + 1 == source.size()};
        if (is_top_role(triple.role)) {
            top = triple.target;
        } else if (triple.source.empty() || triple.role.empty()) {
            fail("the source and the role must not be empty", number, source);
        } else {
            triples.push_back(std::move(triple));
            lines.push_back(number);
        }
    }

    Entry finish() {
        Entry entry;
        if (ok) {
            try {
                entry.graph = graph_from_triples(triples, top);
                if (const std::int32_t place = entry.graph.redefining; place >= 0)
                    entry.graph.redefining_line = lines[static_cast<std::size_t>(place)];
            } catch (const std::invalid_argument& error) {
                fail(error.what(), line, "");
            }
        }
        entry.ok = ok;
        entry.graph.comments = comments;
        entry.graph.line = line;
        if (ok) return entry;
        fault.id = std::string(find_metadata(comments, "id"));
        fault.sentence = std::string(find_metadata(comments, "snt"));
        entry.fault = std::make_unique<Fault>(std::move(fault));
        return entry;
    }
};

}  // namespace

void read_triples(std::string_view text, const TakeEntry& take) {
    Block block;
    const auto close = [&] {
        if (block.begun) take(block.finish());
        block = Block();
    };
    std::uint64_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t stop = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, stop - at);
        at = stop + 1;
        ++number;
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (std::all_of(line.begin(), line.end(), is_blank)) {
            close();
        } else if (line.front() == '#') {
            block.comments.append(line).push_back('\n');
        } else {
            block.add(line, number);
        }
    }
    close();
}

}  // namespace tertium
