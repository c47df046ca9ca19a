// Graphs as lines of tab-separated triples.
#include <algorithm>
#include <stdexcept>

#include "graph/lines.hpp"
#include "graph/penman.hpp"
#include "graph/raw_graph.hpp"
#include "support/encoding.hpp"

namespace tertium {

namespace {

bool is_top_role(std::string_view role) {
    if (!role.empty() && role.front() == ':') role.remove_prefix(1);
    return role == "top" || role == "TOP" || role == "root";
}

/// Reads blocks of lines, one graph each.
class Blocks {
  public:
    Blocks(const SharedText& text, const TakeEntry& take) : text_(text), take_(take) {}

    void add(std::string_view line, std::uint64_t number) {
        if (comments_ == nullptr) comments_ = line.data();
        end_ = line.data() + line.size();
        if (line.starts_with('#')) return;
        if (!begun_) begin(line, number);
        if (ok_) read(line, number);
    }

    void close() {
        if (begun_) take_(finish());
        begun_ = false;
        comments_ = nullptr;
    }

  private:
    void begin(std::string_view line, std::uint64_t number) {
        raw_.start(line.data(), false);
        top_ = {};
        fault_ = {};
        line_ = number;
        begun_ = ok_ = true;
    }

    void fail(const char* message, std::uint64_t number, std::string_view line,
              std::size_t at = 0) {
        ok_ = false;
        fault_.message = message;
        fault_.line = number;
        fault_.column = 1 + count_characters(line.substr(0, at));
        fault_.source = std::string(line);
    }

    void read(std::string_view line, std::uint64_t number) {
        const std::size_t invalid = find_invalid(line);
        if (invalid < line.size())
            return fail(line[invalid] == '\0' ? "a NUL byte" : "this byte is not valid UTF-8",
                        number, line, invalid);
        const std::size_t first = line.find('\t');
        const std::size_t second = first == line.npos ? first : line.find('\t', first + 1);
        if (second == line.npos || line.find('\t', second + 1) != line.npos)
            return fail("expected three fields: source TAB role TAB target", number, line);
        const std::string_view source = line.substr(0, first), target = line.substr(second + 1);
        std::string_view role = line.substr(first + 1, second - first - 1);
        if (is_top_role(role)) {
            top_ = target;
        } else if (source.empty() || role.empty()) {
            fail("the source and the role must not be empty", number, line);
        } else {
            if (role.front() == ':') role.remove_prefix(1);
            add_triple(source, role, target);
        }
    }

    void add_triple(std::string_view source, std::string_view role, std::string_view target) {
        Triple triple;
        triple.source = raw_.names.add(source);
        triple.role = raw_.slice(role);
        triple.value = raw_.slice(target);
        triple.missing = target.empty();
        if (role == "instance") triple.kind = Kind::instance;
        raw_.graph.triples.push_back(triple);
    }

    Entry finish() {
        Entry entry;
        try {
            if (ok_) entry.graph = pack();
        } catch (const std::invalid_argument& error) {
            fail(error.what(), line_, "");
        }
        entry.ok = ok_;
        if (ok_) return entry;
        const std::string_view block(comments_, end_);
        fault_.id = std::string(find_metadata(block, "id"));
        fault_.sentence = std::string(find_metadata(block, "snt"));
        entry.fault = std::make_unique<Fault>(std::move(fault_));
        return entry;
    }

    PackedGraph pack() {
        raw_.graph.top = find_top(raw_.names, top_);
        raw_.resolve_edges(true);
        const auto offset = [&](const char* place) {
            return static_cast<std::size_t>(place - text_.view.data());
        };
        return raw_.pack(text_, {.comments = offset(comments_),
                                 .begin = offset(raw_.begin),
                                 .end = offset(end_),
                                 .location = {line_, 1},
                                 .located = true});
    }

    const SharedText& text_;
    const TakeEntry& take_;
    RawGraph raw_;
    const char* comments_ = nullptr;  // where the block begins
    const char* end_ = nullptr;
    std::string_view top_;
    std::uint64_t line_ = 0;  // of the first triple
    bool begun_ = false;
    Fault fault_;
    bool ok_ = true;
};

}  // namespace

void read_triples(const SharedText& shared, const TakeEntry& take) {
    const std::string_view text = shared.view;
    Blocks blocks(shared, take);
    std::uint64_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t stop = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, stop - at);
        at = stop + 1;
        ++number;
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (std::all_of(line.begin(), line.end(), is_blank)) {
            blocks.close();
        } else {
            blocks.add(line, number);
        }
    }
    blocks.close();
}

}  // namespace tertium
