// The PENMAN reader: one pass over the text with an explicit stack of open nodes.
//
// Beyond what the penman package reads, it takes what is found in the wild: comment lines inside a
// graph, `:` and `/` inside unquoted values (12:30, 3/4, http://...), a lone `~` in a symbol.
#include "graph/lines.hpp"
#include "graph/penman.hpp"
#include "graph/raw_graph.hpp"
#include "support/encoding.hpp"

namespace tertium {

namespace {

struct OpenNode {
    std::int32_t variable;
    std::int32_t instance;  // its opening triple
    const char* place;      // its parenthesis
};

class Reader {
  public:
    explicit Reader(std::string_view text)
        : lines_(text),
          end_(text.data() + text.size()),
          at_(text.data()),
          valid_(find_invalid(text) == text.size()),
          line_start_(at_) {}

    void read(const TakeEntry& take) {
        while (skip_to_entry()) {
            Entry entry;
            const char* start = at_;
            advance_line(start);
            fault_ = nullptr;
            const bool complete = *start == '(' ? read_graph() && check_rest()
                                                : fail(start, "expected '(': this is no graph");
            if (check_encoding(start) && complete) {
                raw_.fill(entry.graph);
                entry.graph.comments = comments_;
                entry.graph.line = line_;
                if (const char* place = raw_.redefinition())
                    entry.graph.redefining_line = line_ + count_lines(line_start_, place);
            } else {
                entry.ok = false;
                entry.fault = std::make_unique<Fault>(make_fault());
                at_ = recover(start);
            }
            comments_.clear();
            take(std::move(entry));
        }
    }

  private:
    // Move to the next entry, gathering the comment lines above it. A later block of comments that
    // has an id replaces an earlier one: that was a block without a graph.
    bool skip_to_entry() {
        bool new_block = false;
        while (at_ < end_) {
            if (is_blank(*at_)) {
                if (*at_ == '\n' && at_ + 1 < end_ && lines_.blank_line(at_ + 1)) new_block = true;
                ++at_;
            } else if (*at_ == '#') {
                const std::string_view line = lines_.rest_of_line(at_);
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
        stack_.clear();
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
                    return lines_.begins_line(at_)
                               ? fail_open()
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
        triple.source = raw_.names.add({start, static_cast<std::size_t>(at_ - start)});
        triple.role = instance_role;
        triple.kind = Kind::instance;
        triple.opens = triple.missing = true;
        triple.depth = static_cast<std::int32_t>(stack_.size());
        stack_.push_back({triple.source, static_cast<std::int32_t>(raw_.triples.size()), place});
        raw_.triples.push_back(triple);
        read_mark(false);
        if (skip_blanks() && *at_ == '/') {
            ++at_;
            if (skip_blanks() && *at_ != ':' && *at_ != '(' && *at_ != ')') {
                raw_.triples.back().missing = false;
                if (!read_value(raw_.triples.back().value)) return false;
                raw_.define(raw_.triples.size() - 1);
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
        raw_.triples.push_back(triple);
        read_mark(true);
        if (!skip_blanks()) return fail_open();
        if (*at_ == '(' && !lines_.after_blank_line(at_)) {
            const std::size_t edge = raw_.triples.size() - 1;
            if (!open_node()) return false;
            raw_.triples[edge].kind = Kind::edge;
            raw_.triples[edge].target = stack_.back().variable;
            return true;
        }
        if (*at_ == '(') return fail_open();
        if (*at_ == ':' || *at_ == ')') {
            if (raw_.triples.back().role == instance_role) {
                raw_.triples.pop_back();  // ":instance" with nothing is "/" with nothing
            } else {
                raw_.triples.back().missing = true;
            }
            return true;
        }
        if (!read_value(raw_.triples.back().value)) return false;
        if (raw_.triples.back().role == instance_role) set_concept();
        return true;
    }

    // ":instance dog" is another way to write "/ dog"; a second concept is a triple of its own.
    void set_concept() {
        RawTriple& opening = raw_.triples[static_cast<std::size_t>(stack_.back().instance)];
        raw_.triples.back().kind = Kind::instance;
        if (!opening.missing) return raw_.define(raw_.triples.size() - 1);
        opening.missing = false;
        opening.value = raw_.triples.back().value;
        raw_.triples.pop_back();
        const auto gone = static_cast<std::int32_t>(raw_.triples.size());
        for (auto mark = raw_.marks.rbegin(); mark != raw_.marks.rend() && mark->triple == gone;
             ++mark)
            mark->triple = stack_.back().instance;
        raw_.define(static_cast<std::size_t>(stack_.back().instance));
    }

    // A string or a symbol, and the mark after it.
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
        raw_.marks.push_back(
            {static_cast<std::int32_t>(raw_.triples.size()) - 1, on_role, {at_, size}});
        at_ += size;
    }

    // Skip blanks and comment lines inside a graph; false at the end of the graph's text, which is
    // the end of the file, or a comment that begins the next graph's metadata.
    bool skip_blanks() {
        while ((at_ = behind_blanks(at_, end_)) < end_) {
            if (*at_ != '#' || !lines_.begins_line(at_)) return true;
            const std::string_view line = lines_.rest_of_line(at_);
            if (lines_.after_blank_line(at_) || holds_metadata(line)) return false;
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

    // A wrong encoding is reported first, whatever else is wrong with the graph.
    bool check_encoding(const char* start) {
        if (valid_) return true;
        const char* stop = fault_ == nullptr ? at_ : lines_.next_line(fault_);
        const std::string_view text(start, static_cast<std::size_t>(stop - start));
        const std::size_t bad = find_invalid(text);
        if (bad == text.size()) return true;
        return fail(start + bad, text[bad] == '\0' ? "a NUL byte" : "this byte is not valid UTF-8");
    }

    // The line where the entry after a broken one may begin. A blank line ends the broken entry,
    // unless a role or a parenthesis follows that can only belong to it.
    const char* recover(const char* start) const {
        const char* line = lines_.next_line(start);
        while (line < end_ && *line != '(' && *line != '#') {
            if (lines_.blank_line(line)) {
                const char* next = behind_blanks(line, end_);
                if (*start != '(' || next == end_ || (*next != ':' && *next != ')')) return line;
                line = next;
            }
            line = lines_.next_line(line);
        }
        return line;
    }

    bool fail(const char* place, const char* message) {
        fault_ = place;
        message_ = message;
        return false;
    }

    bool fail_open() {
        const char* last = at_ < end_ ? at_ : end_;
        while (last > stack_.front().place && is_blank(last[-1])) --last;
        const std::size_t open = stack_.size();
        const char* opened = stack_.back().place;
        fail(last, "");
        message_ = "the graph ends here with " + std::to_string(open) +
                   (open == 1 ? " parenthesis" : " parentheses") +
                   " still open; the last was opened in line " +
                   std::to_string(line_ + count_lines(line_start_, opened)) + ", column " +
                   std::to_string(lines_.column_of(opened));
        return false;
    }

    Fault make_fault() const {
        Fault fault;
        fault.message = message_;
        fault.id = std::string(find_metadata(comments_, "id"));
        fault.sentence = std::string(find_metadata(comments_, "snt"));
        fault.line = line_ + count_lines(line_start_, fault_);
        fault.column = lines_.column_of(fault_);
        fault.source = std::string(lines_.rest_of_line(lines_.start_of_line(fault_)));
        return fault;
    }

    void advance_line(const char* place) {
        line_ += count_lines(line_start_, place);
        line_start_ = place;
    }

    Lines lines_;
    const char* end_;
    const char* at_;
    bool valid_;
    std::string comments_;
    RawGraph raw_;
    std::vector<OpenNode> stack_;
    const char* fault_ = nullptr;
    std::string message_;
    std::uint64_t line_ = 1;  // the line of line_start_
    const char* line_start_;  // a place whose line is known
};

}  // namespace

void read_penman(std::string_view text, const TakeEntry& take) { Reader(text).read(take); }

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
