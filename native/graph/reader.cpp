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

constexpr std::string_view instance_role = "instance";

// The first delimiter of symbols, or the end.
const char* behind_symbol(const char* place, const char* end) {
    while (place < end && !is_delimiter(*place)) ++place;
    return place;
}

class Reader {
  public:
    Reader(const SharedText& text, RawGraph& raw)
        : text_(text),
          lines_(text.view),
          end_(text.view.data() + text.view.size()),
          at_(text.view.data()),
          valid_(find_invalid(text.view) == text.view.size()),
          raw_(raw),
          stack_(raw.open),
          entry_(lines_, at_) {}

    void read(const TakeEntry& take) {
        while (skip_to_entry()) {
            Entry entry;
            const char* start = at_;
            entry_.advance(start);
            fault_ = nullptr;
            const bool complete = *start == '(' ? read_graph() && check_rest()
                                                : fail(start, "expected '(': this is not a graph");
            if (check_encoding(start) && complete) {
                raw_.resolve_edges(false);
                entry.graph = raw_.pack(text_, passage(start));
            } else {
                entry.ok = false;
                entry.fault = std::make_unique<Fault>(make_fault());
                at_ = recover(start);
            }
            comments_ = nullptr;
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
                const bool replaces = new_block && line.find("::id") != std::string_view::npos;
                if (comments_ == nullptr || replaces) comments_ = at_;
                new_block = false;
                at_ += line.size();
            } else {
                return true;
            }
        }
        return false;
    }

    bool read_graph() {
        raw_.start(at_, true);
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
        at_ = behind_symbol(at_, end_);
        if (at_ == start) return fail(start, "expected a variable after '('");
        Triple triple;
        const std::string_view name(start, static_cast<std::size_t>(at_ - start));
        triple.source = raw_.names.add(name);
        triple.role = raw_.slice(name.substr(0, 0));  // instances have none; this is where it is
        triple.kind = Kind::instance;
        triple.opens = triple.missing = true;
        triple.depth = static_cast<std::int32_t>(stack_.size());
        stack_.push_back({triple.source, triples().size(), place});
        triples().push_back(triple);
        read_mark(false);
        if (skip_blanks() && *at_ == '/') {
            ++at_;
            if (skip_blanks() && *at_ != ':' && *at_ != '(' && *at_ != ')') {
                triples().back().missing = false;
                return read_value(triples().back().value);
            }
        }
        return true;
    }

    // ":role" [value | node]
    bool read_branch() {
        const char* start = ++at_;
        at_ = behind_symbol(at_, end_);
        const std::string_view role(start, static_cast<std::size_t>(at_ - start));
        Triple triple;
        triple.source = stack_.back().variable;
        triple.role = raw_.slice(role);
        triple.depth = static_cast<std::int32_t>(stack_.size()) - 1;
        triples().push_back(triple);
        read_mark(true);
        if (!skip_blanks()) return fail_open();
        if (*at_ == '(' && !lines_.after_blank_line(at_)) {
            const std::size_t edge = triples().size() - 1;
            if (!open_node()) return false;
            triples()[edge].kind = Kind::edge;
            triples()[edge].target = stack_.back().variable;
            return true;
        }
        if (*at_ == '(') return fail_open();
        if (*at_ == ':' || *at_ == ')') {
            if (role == instance_role) {
                triples().pop_back();  // ":instance" with nothing is "/" with nothing
            } else {
                triples().back().missing = true;
            }
            return true;
        }
        if (!read_value(triples().back().value)) return false;
        if (role == instance_role) set_concept();
        return true;
    }

    // ":instance dog" is another way to write "/ dog"; a second concept is a triple of its own.
    void set_concept() {
        Triple& opening = triples()[stack_.back().instance];
        triples().back().kind = Kind::instance;
        if (!opening.missing) return;
        opening.missing = false;
        opening.value = triples().back().value;
        triples().pop_back();
        const auto gone = static_cast<std::int32_t>(triples().size());
        auto& marks = raw_.graph.marks;
        for (auto mark = marks.rbegin(); mark != marks.rend() && mark->triple == gone; ++mark)
            mark->triple = static_cast<std::int32_t>(stack_.back().instance);
    }

    // A string or a symbol, and the mark after it.
    bool read_value(Slice& value) {
        const char* start = at_;
        if (*at_ == '"') {
            for (++at_; at_ < end_ && *at_ != '"' && *at_ != '\n'; ++at_)
                if (*at_ == '\\' && at_ + 1 < end_ && at_[1] != '\n') ++at_;
            if (at_ >= end_ || *at_ != '"')
                return fail(start, "the string that begins here is not closed on its line");
            ++at_;
        } else {
            at_ = behind_symbol(at_, end_);
            while (at_ < end_ && continues_symbol(start)) at_ = behind_symbol(at_ + 1, end_);
            if (at_ == start) return fail(start, "expected a value");
        }
        value = raw_.slice({start, static_cast<std::size_t>(at_ - start)});
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
        if (at_ == end_ || *at_ != '~') return;
        const std::size_t size = mark_size(at_);
        if (size == 0) return;
        raw_.graph.marks.push_back(
            {static_cast<std::int32_t>(triples().size()) - 1, on_role, raw_.slice({at_, size})});
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
                   std::to_string(entry_.line_of(opened)) + ", column " +
                   std::to_string(lines_.column_of(opened));
        return false;
    }

    Fault make_fault() const {
        Fault fault;
        fault.message = message_;
        const std::string_view comments =
            comments_ == nullptr ? std::string_view() : std::string_view(comments_, entry_.place());
        fault.id = std::string(find_metadata(comments, "id"));
        fault.sentence = std::string(find_metadata(comments, "snt"));
        fault.line = entry_.line_of(fault_);
        fault.column = lines_.column_of(fault_);
        fault.source = std::string(lines_.rest_of_line(lines_.start_of_line(fault_)));
        return fault;
    }

    Passage passage(const char* start) const {
        const auto offset = [&](const char* place) {
            return static_cast<std::size_t>(place - text_.view.data());
        };
        return {.comments = offset(comments_ == nullptr ? start : comments_),
                .begin = offset(start),
                .end = offset(at_),
                .location = entry_.location(),
                .located = true};
    }

    std::vector<Triple>& triples() { return raw_.graph.triples; }

    const SharedText& text_;
    Lines lines_;
    const char* end_;
    const char* at_;
    bool valid_;
    const char* comments_ = nullptr;  // where they begin; null if there are none
    RawGraph& raw_;
    std::vector<OpenNode>& stack_;
    const char* fault_ = nullptr;
    std::string message_;
    Locator entry_;  // where the entry begins
};

}  // namespace

void PenmanReader::read(const SharedText& text, const TakeEntry& take) {
    Reader(text, *memory_).read(take);
}

}  // namespace tertium
