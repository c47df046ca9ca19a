// The PENMAN reader: one pass over the text with an explicit stack of open nodes.
//
// Beyond what the penman package reads, it takes what is found in the wild: comment lines inside a
// graph, `:` and `/` inside unquoted values (12:30, 3/4, http://...), a lone `~` in a symbol.
#include <algorithm>
#include <array>
#include <cstring>

#include "graph/penman.hpp"
#include "support/encoding.hpp"

namespace tertium {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether a comment line begins with a key, as in "# ::id 3".
bool holds_metadata(std::string_view line) {
    const std::size_t at = line.find_first_not_of("# \t");
    return at != line.npos && line.substr(at, 2) == "::";
}

constexpr std::array<bool, 256> make_set(std::string_view characters) {
    std::array<bool, 256> table{};
    for (char c : characters) table[static_cast<unsigned char>(c)] = true;
    return table;
}
constexpr std::array<bool, 256> blanks = make_set(" \t\r\n\v\f");
constexpr std::array<bool, 256> delimiters = make_set(" \t\r\n\v\f\"()/:~");
bool is_blank(char c) { return blanks[static_cast<unsigned char>(c)]; }
/// Whether it ends an unquoted symbol.
bool is_delimiter(char c) { return delimiters[static_cast<unsigned char>(c)]; }

// The first character that is no blank; indentation goes eight spaces a step.
const char* behind_blanks(const char* place, const char* end) {
    constexpr std::uint64_t spaces = 0x2020202020202020ULL;
    while (place < end && is_blank(*place)) {
        std::uint64_t chunk = 0;
        if (end - place >= 8) std::memcpy(&chunk, place, 8);
        place += chunk == spaces ? 8 : 1;
    }
    return place;
}

constexpr std::string_view instance_role = "instance";

/// A triple whose strings still point into the text that is read.
struct RawTriple {
    std::int32_t source = 0;
    std::int32_t target = -1;
    std::string_view role;
    std::string_view value;
    std::int32_t depth = 0;
    Kind kind = Kind::attribute;
    bool opens = false;
    bool missing = false;
};

struct RawMark {
    std::int32_t triple;
    bool on_role;
    std::string_view text;
};

struct OpenNode {
    std::int32_t variable;
    std::int32_t instance;  // its opening triple
    const char* place;      // its parenthesis
};

class Reader {
  public:
    explicit Reader(std::string_view text)
        : begin_(text.data()), end_(begin_ + text.size()), at_(begin_), line_start_(begin_) {
        valid_ = find_invalid(text) == text.size();
    }

    std::vector<Entry> read() {
        std::vector<Entry> entries;
        while (skip_to_entry()) {
            Entry& entry = entries.emplace_back();
            const char* start = at_;
            advance_line(start);
            fault_ = nullptr;
            const bool complete = *start == '(' ? read_graph() && check_rest()
                                                : fail(start, "expected '(': this is no graph");
            if (check_encoding(start) && complete) {
                finish(entry.graph);
            } else {
                entry.ok = false;
                entry.fault = std::make_unique<Fault>(make_fault());
                at_ = recover(start);
            }
            comments_.clear();
        }
        return entries;
    }

  private:
    // Move to the next entry, gathering the comment lines above it. A later block of comments that
    // has an id replaces an earlier one: that was a block without a graph.
    bool skip_to_entry() {
        bool new_block = false;
        while (at_ < end_) {
            if (is_blank(*at_)) {
                if (*at_ == '\n' && at_ + 1 < end_ && blank_line(at_ + 1)) new_block = true;
                ++at_;
            } else if (*at_ == '#') {
                const std::string_view line = rest_of_line(at_);
                if (new_block && !comments_.empty() && line.find("::id") != std::string_view::npos)
                    comments_.clear();
                new_block = false;
                comments_.append(line).push_back('\n');
                at_ += line.size();
            } else {
                return true;
            }
        }
        return false;
    }

    bool read_graph() {
        raw_.clear();
        marks_.clear();
        stack_.clear();
        names_.clear();
        if (!open_node()) return false;
        while (!stack_.empty()) {
            if (!skip_blanks()) return fail_open();
            switch (*at_) {
                case ')':
                    ++at_;
                    stack_.pop_back();
                    break;
                case ':':
                    if (!read_branch()) return false;
                    break;
                case '(':
                    return begins_line(at_) ? fail_open()
                                            : fail(at_, "expected a role or ')' before this node");
                default:
                    return fail(at_, "expected a role or ')'");
            }
        }
        return true;
    }

    // "(" variable ["/" [concept]]
    bool open_node() {
        const char* place = at_++;
        if (!skip_blanks()) return fail(place, "expected a variable after '('");
        const char* start = at_;
        while (at_ < end_ && !is_delimiter(*at_)) ++at_;
        if (at_ == start) return fail(start, "expected a variable after '('");
        RawTriple triple;
        triple.source = names_.add({start, static_cast<std::size_t>(at_ - start)});
        triple.role = instance_role;
        triple.kind = Kind::instance;
        triple.opens = triple.missing = true;
        triple.depth = static_cast<std::int32_t>(stack_.size());
        stack_.push_back({triple.source, static_cast<std::int32_t>(raw_.size()), place});
        raw_.push_back(triple);
        read_mark(false);
        if (skip_blanks() && *at_ == '/') {
            ++at_;
            if (skip_blanks() && *at_ != ':' && *at_ != '(' && *at_ != ')') {
                raw_.back().missing = false;
                return read_value(raw_.back().value);
            }
        }
        return true;
    }

    // ":role" [value | node]
    bool read_branch() {
        const char* start = ++at_;
        while (at_ < end_ && !is_delimiter(*at_)) ++at_;
        RawTriple triple;
        triple.source = stack_.back().variable;
        triple.role = {start, static_cast<std::size_t>(at_ - start)};
        triple.depth = static_cast<std::int32_t>(stack_.size()) - 1;
        raw_.push_back(triple);
        read_mark(true);
        if (!skip_blanks()) return fail_open();
        if (*at_ == '(' && !after_blank_line(at_)) {
            const std::size_t edge = raw_.size() - 1;
            if (!open_node()) return false;
            raw_[edge].kind = Kind::edge;
            raw_[edge].target = stack_.back().variable;
            return true;
        }
        if (*at_ == '(') return fail_open();
        if (*at_ == ':' || *at_ == ')') {
            if (raw_.back().role == instance_role) {
                raw_.pop_back();  // ":instance" with nothing is "/" with nothing
            } else {
                raw_.back().missing = true;
            }
            return true;
        }
        if (!read_value(raw_.back().value)) return false;
        if (raw_.back().role == instance_role) set_concept();
        return true;
    }

    // ":instance dog" is another way to write "/ dog"; a second concept is a triple of its own.
    void set_concept() {
        RawTriple& opening = raw_[static_cast<std::size_t>(stack_.back().instance)];
        raw_.back().kind = Kind::instance;
        if (opening.missing) {
            opening.missing = false;
            opening.value = raw_.back().value;
            raw_.pop_back();
            const auto gone = static_cast<std::int32_t>(raw_.size());
            for (auto mark = marks_.rbegin(); mark != marks_.rend() && mark->triple == gone; ++mark)
                mark->triple = stack_.back().instance;
        }
    }

    // A string or a symbol, and the mark behind it.
    bool read_value(std::string_view& value) {
        const char* start = at_;
        if (*at_ == '"') {
            for (++at_; at_ < end_ && *at_ != '"' && *at_ != '\n'; ++at_)
                if (*at_ == '\\' && at_ + 1 < end_ && at_[1] != '\n') ++at_;
            if (at_ >= end_ || *at_ != '"')
                return fail(start, "the string that begins here is not closed on its line");
            ++at_;
        } else {
            while (at_ < end_ && (!is_delimiter(*at_) || continues_symbol(start))) ++at_;
            if (at_ == start) return fail(start, "expected a value");
        }
        value = {start, static_cast<std::size_t>(at_ - start)};
        read_mark(false);
        return true;
    }

    // Whether the delimiter at_ belongs to the unquoted value that began at start.
    bool continues_symbol(const char* start) const {
        const char next = at_ + 1 < end_ ? at_[1] : ' ';
        if (*at_ == ':') return at_ > start && (is_digit(next) || next == '/');
        if (*at_ == '/') return true;
        if (*at_ == '~') return mark_size(at_) == 0;
        return false;
    }

    // The length of a mark such as ~3, ~e.4,5 at `place`; 0 if there is none.
    std::size_t mark_size(const char* place) const {
        const char* p = place;
        if (p >= end_ || *p != '~') return 0;
        ++p;
        if (p < end_ && *p >= 'a' && *p <= 'z') {
            ++p;
            if (p < end_ && *p == '.') ++p;
        }
        const char* digits = p;
        while (p < end_ && is_digit(*p)) ++p;
        if (p == digits) return 0;
        while (p + 1 < end_ && *p == ',' && is_digit(p[1]))
            for (++p; p < end_ && is_digit(*p);) ++p;
        return static_cast<std::size_t>(p - place);
    }

    // Blanks before a mark are allowed: "boy ~e.4".
    void read_mark(bool on_role) {
        at_ = behind_blanks(at_, end_);
        const std::size_t size = mark_size(at_);
        if (size == 0) return;
        marks_.push_back({static_cast<std::int32_t>(raw_.size()) - 1, on_role, {at_, size}});
        at_ += size;
    }

    // Skip blanks and comment lines inside a graph; false at the end of the graph's text, which is
    // the end of the file, or a comment that begins the next graph's metadata.
    bool skip_blanks() {
        while ((at_ = behind_blanks(at_, end_)) < end_) {
            if (*at_ != '#' || !begins_line(at_)) return true;
            const std::string_view line = rest_of_line(at_);
            if (after_blank_line(at_) || holds_metadata(line)) return false;
            at_ += line.size();
        }
        return false;
    }

    // After the last ')', only the end, a comment line or another graph may stand.
    bool check_rest() {
        const char* closed = at_;
        at_ = behind_blanks(at_, end_);
        const bool fine = at_ >= end_ || *at_ == '(' || *at_ == '#' || count_lines(closed, at_) > 1;
        if (fine) {
            at_ = closed;
            return true;
        }
        return *at_ == ')' ? fail(at_, "one ')' too many: the graph is already closed")
                           : fail(at_, "text behind the graph");
    }

    // A graph in the wrong encoding is said to be that, whatever else is wrong with it.
    bool check_encoding(const char* start) {
        if (valid_) return true;
        const char* stop = fault_ == nullptr ? at_ : next_line(fault_);
        const std::string_view text(start, static_cast<std::size_t>(stop - start));
        const std::size_t bad = find_invalid(text);
        if (bad == text.size()) return true;
        return fail(start + bad, text[bad] == '\0' ? "a NUL byte" : "this byte is not valid UTF-8");
    }

    // The line where the entry behind a broken one may begin. A blank line ends the broken entry,
    // unless a role or a parenthesis follows that can only belong to it.
    const char* recover(const char* start) const {
        const char* line = next_line(start);
        while (line < end_ && *line != '(' && *line != '#') {
            if (blank_line(line)) {
                const char* next = behind_blanks(line, end_);
                if (*start != '(' || next == end_ || (*next != ':' && *next != ')')) return line;
                line = next;
            }
            line = next_line(line);
        }
        return line;
    }

    void finish(Graph& graph) {
        std::size_t bytes = instance_role.size();
        for (const auto& raw : raw_) bytes += raw.role.size() + raw.value.size();
        for (auto name : names_.names()) bytes += name.size();
        for (const auto& mark : marks_) bytes += mark.text.size();
        Graph::Filler filler(graph, bytes);
        graph.variables.reserve(names_.names().size());
        for (auto name : names_.names()) graph.variables.push_back(filler.add(name));
        graph.top = 0;
        const Slice instance = filler.add(instance_role);
        graph.triples.reserve(raw_.size());
        for (const auto& raw : raw_) {
            Triple triple{.source = raw.source,
                          .target = raw.target,
                          .role = instance,
                          .depth = raw.depth,
                          .kind = raw.kind,
                          .opens = raw.opens,
                          .missing = raw.missing};
            if (raw.kind != Kind::instance) triple.role = filler.add(raw.role);
            if (raw.kind == Kind::attribute && !raw.missing && raw.value.front() != '"' &&
                (triple.target = names_.find(raw.value)) >= 0)
                triple.kind = Kind::edge;
            if (triple.kind != Kind::edge) triple.value = filler.add(raw.value);
            graph.triples.push_back(triple);
        }
        for (const auto& mark : marks_)
            graph.marks.push_back({mark.triple, mark.on_role, filler.add(mark.text)});
        graph.comments = comments_;
        graph.line = line_;
    }

    // Faults

    bool fail(const char* place, const char* message) {
        fault_ = place;
        message_ = message;
        return false;
    }

    bool fail_open() {
        const char* last = at_ < end_ ? at_ : end_;
        while (last > stack_.front().place && is_blank(last[-1])) --last;
        const std::size_t open = stack_.size();
        fail(last, "");
        const char* outer = stack_.back().place;
        message_ = "the graph ends here with " + std::to_string(open) +
                   (open == 1 ? " parenthesis" : " parentheses") +
                   " still open; the last was opened in line " +
                   std::to_string(line_ + count_lines(line_start_, outer)) + ", column " +
                   std::to_string(column_of(outer));
        return false;
    }

    Fault make_fault() const {
        Fault fault;
        fault.message = message_;
        fault.id = std::string(find_metadata(comments_, "id"));
        fault.line = line_ + count_lines(line_start_, fault_);
        fault.column = column_of(fault_);
        const char* start = start_of_line(fault_);
        fault.source = std::string(rest_of_line(start));
        return fault;
    }

    // Lines

    std::string_view rest_of_line(const char* place) const {
        const auto* stop = static_cast<const char*>(
            std::memchr(place, '\n', static_cast<std::size_t>(end_ - place)));
        if (stop == nullptr) stop = end_;
        if (stop > place && stop[-1] == '\r') --stop;
        return {place, static_cast<std::size_t>(stop - place)};
    }

    const char* next_line(const char* place) const {
        const auto* stop = static_cast<const char*>(
            std::memchr(place, '\n', static_cast<std::size_t>(end_ - place)));
        return stop == nullptr ? end_ : stop + 1;
    }

    const char* start_of_line(const char* place) const {
        while (place > begin_ && place[-1] != '\n') --place;
        return place;
    }

    bool begins_line(const char* place) const { return place == begin_ || place[-1] == '\n'; }

    bool blank_line(const char* place) const {
        while (place < end_ && *place != '\n' && is_blank(*place)) ++place;
        return place >= end_ || *place == '\n';
    }

    // Whether `place` begins a line, and the line above is blank.
    bool after_blank_line(const char* place) const {
        if (!begins_line(place) || place == begin_) return false;
        return blank_line(start_of_line(place - 1));
    }

    static std::uint64_t count_lines(const char* from, const char* to) {
        std::uint64_t lines = 0;
        while (from < to) {
            // Counted in bytes, of which a processor adds many at once.
            const char* stop = from + std::min<std::ptrdiff_t>(to - from, 255);
            std::uint8_t few = 0;
            for (; from < stop; ++from) few = static_cast<std::uint8_t>(few + (*from == '\n'));
            lines += few;
        }
        return lines;
    }

    std::uint64_t column_of(const char* place) const {
        return 1 + count_characters({start_of_line(place), place});
    }

    void advance_line(const char* place) {
        line_ += count_lines(line_start_, place);
        line_start_ = place;
    }

    const char* begin_;
    const char* end_;
    const char* at_;
    bool valid_;
    std::string comments_;
    std::vector<RawTriple> raw_;
    std::vector<RawMark> marks_;
    std::vector<OpenNode> stack_;
    VariableIndex names_;
    const char* fault_ = nullptr;
    std::string message_;
    std::uint64_t line_ = 1;  // the line of line_start_
    const char* line_start_;  // a place whose line is known
};

}  // namespace

std::vector<Entry> read_penman(std::string_view text) { return Reader(text).read(); }

bool reads_as_value(std::string_view value) {
    const std::string text = "(x / " + std::string(value) + ")";
    const std::vector<Entry> entries = read_penman(text);
    if (entries.size() != 1 || !entries[0].ok) return false;
    const Graph& graph = entries[0].graph;
    return graph.triples.size() == 1 && !graph.triples[0].missing && graph.marks.empty() &&
           graph.view(graph.triples[0].value) == value;
}

bool reads_as_name(std::string_view name) {
    for (char c : name)
        if (is_delimiter(c)) return false;
    return find_invalid(name) == name.size();
}

}  // namespace tertium
