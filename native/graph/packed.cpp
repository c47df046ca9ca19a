#include "graph/packed.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "support/encoding.hpp"

namespace tertium {

namespace {

constexpr std::string_view instance_text = "instance";

enum Flag : unsigned { kind_bits = 3, opens = 4, missing = 8 };

template <class Number>
struct PackedSlice {
    Number begin, size;

    static PackedSlice of(Slice slice) {
        return {static_cast<Number>(slice.begin), static_cast<Number>(slice.size)};
    }
    Slice slice() const { return {begin, size}; }
};

template <class Number>
struct PackedTriple {
    Number source, target;  // the target is one too much, so that none is 0
    PackedSlice<Number> role, value;
    Number depth, flags;
};

template <class Number>
struct PackedMark {
    Number triple, on_role;
    PackedSlice<Number> text;
};

template <class Number>
PackedTriple<Number> pack(const Triple& t) {
    const unsigned flags =
        static_cast<unsigned>(t.kind) | (t.opens ? opens : 0U) | (t.missing ? missing : 0U);
    return {static_cast<Number>(t.source),   static_cast<Number>(t.target + 1),
            PackedSlice<Number>::of(t.role), PackedSlice<Number>::of(t.value),
            static_cast<Number>(t.depth),    static_cast<Number>(flags)};
}

template <class Number>
Triple unpack(const PackedTriple<Number>& p) {
    Triple t;
    t.source = static_cast<std::int32_t>(p.source);
    t.target = static_cast<std::int32_t>(p.target) - 1;
    t.role = p.role.slice();
    t.value = p.value.slice();
    t.depth = static_cast<std::int32_t>(p.depth);
    t.kind = static_cast<Kind>(p.flags & kind_bits);
    t.opens = (p.flags & opens) != 0;
    t.missing = (p.flags & missing) != 0;
    return t;
}

std::uint32_t as_size(std::size_t size) {
    if (size >= std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("a graph's strings exceed 4 GB");
    return static_cast<std::uint32_t>(size);
}

// A line of 4 GB has columns that nobody counts.
std::uint32_t as_column(std::uint64_t column) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(column, std::numeric_limits<std::uint32_t>::max()));
}

// Every number is at most the larger one of these.
std::uint8_t width_for(std::size_t text, std::size_t triples) {
    const std::size_t largest = std::max(text, triples) + 1;
    return largest <= 0xFF ? 1 : largest <= 0xFFFF ? 2 : 4;
}

bool is_plain(std::string_view text, const std::vector<Slice>& variables) {
    return is_ascii(text) && std::none_of(variables.begin(), variables.end(), [&](Slice name) {
               const std::string_view letters = text.substr(name.begin, name.size);
               return std::any_of(letters.begin(), letters.end(),
                                  [](char c) { return c >= 'A' && c <= 'Z'; });
           });
}

/// Copies values out of bytes, or into them, one after another.
class Cursor {
  public:
    explicit Cursor(std::byte* at) : at_(at) {}
    template <class T>
    void put(const T& value) {
        std::memcpy(at_, &value, sizeof value);
        at_ += sizeof value;
    }
    template <class T>
    T take() {
        T value;
        std::memcpy(&value, at_, sizeof value);
        at_ += sizeof value;
        return value;
    }
    void skip(std::size_t bytes) { at_ += bytes; }

  private:
    std::byte* at_;
};

template <class Visit>
auto with_width(std::uint8_t width, Visit visit) {
    if (width == 1) return visit(std::uint8_t{});
    if (width == 2) return visit(std::uint16_t{});
    return visit(std::uint32_t{});
}

}  // namespace

SharedText::SharedText(std::string text) {
    auto kept = std::make_shared<const std::string>(std::move(text));
    view = *kept;
    owner = std::move(kept);
}

PackedGraph::PackedGraph(const SharedText& text, const Passage& passage, const Graph& graph)
    : text_(text.owner, text.view.data() + passage.comments) {
    Header header;
    header.line = passage.location.line;
    header.column = as_column(passage.location.column);
    header.comments = as_size(passage.begin - passage.comments);
    header.text = as_size(passage.end - passage.begin);
    header.triples = as_size(graph.triples.size());
    header.variables = as_size(graph.variables.size());
    header.marks = as_size(graph.marks.size());
    header.top = graph.top;
    header.width = width_for(header.text, header.triples);
    header.laid_out = graph.laid_out;
    header.located = passage.located;
    header.plain = is_plain(text.view.substr(passage.begin, header.text), graph.variables);
    const std::size_t numbers =
        2 * graph.variables.size() + 8 * graph.triples.size() + 4 * graph.marks.size();
    packed_ = std::make_unique_for_overwrite<std::byte[]>(sizeof header + header.width * numbers);
    Cursor(packed_.get()).put(header);
    with_width(header.width, [&]<class Number>(Number) { write<Number>(graph); });
}

PackedGraph::PackedGraph(const Graph& graph, std::string_view comments)
    : PackedGraph(SharedText(std::string(comments) + graph.text),
                  {0, comments.size(), comments.size() + graph.text.size(), {}, false}, graph) {}

PackedGraph::PackedGraph(const PackedGraph& other) : text_(other.text_) {
    if (!other.packed_) return;
    packed_ = std::make_unique_for_overwrite<std::byte[]>(other.bytes());
    std::memcpy(packed_.get(), other.packed_.get(), other.bytes());
}

PackedGraph::Header PackedGraph::header() const {
    return packed_ ? Cursor(packed_.get()).take<Header>() : Header();
}

std::size_t PackedGraph::bytes() const {
    const Header h = header();
    return sizeof h + std::size_t{h.width} * (2 * h.variables + 8 * h.triples + 4 * h.marks);
}

template <class Number>
void PackedGraph::write(const Graph& graph) {
    Cursor out(packed_.get());
    out.skip(sizeof(Header));
    for (Slice name : graph.variables) out.put(PackedSlice<Number>::of(name));
    for (const Triple& triple : graph.triples) out.put(pack<Number>(triple));
    for (const Mark& mark : graph.marks)
        out.put(PackedMark<Number>{static_cast<Number>(mark.triple),
                                   static_cast<Number>(mark.on_role),
                                   PackedSlice<Number>::of(mark.text)});
}

template <class Number>
void PackedGraph::read(Graph& graph) const {
    Cursor in(packed_.get());
    const Header h = in.take<Header>();
    for (Slice& name : graph.variables) name = in.take<PackedSlice<Number>>().slice();
    const Slice instance{h.text, static_cast<std::uint32_t>(instance_text.size())};
    std::int32_t number = 0;
    for (Triple& triple : graph.triples) {
        triple = tertium::unpack(in.take<PackedTriple<Number>>());
        triple.origin = number++;
        if (triple.kind == Kind::instance) triple.role = instance;
    }
    for (Mark& mark : graph.marks) {
        const auto packed = in.take<PackedMark<Number>>();
        mark = {static_cast<std::int32_t>(packed.triple), packed.on_role != 0, packed.text.slice()};
    }
}

void PackedGraph::unpack(Graph& graph) const {
    const Header h = header();
    graph.text.reserve(h.text + instance_text.size());
    graph.text.assign(text()).append(instance_text);
    graph.top = h.top;
    graph.laid_out = h.laid_out;
    graph.plain = h.plain;
    // Not cleared before: what is written over need not be made anew.
    graph.variables.resize(h.variables);
    graph.triples.resize(h.triples);
    graph.marks.resize(h.marks);
    if (packed_) with_width(h.width, [&]<class Number>(Number) { read<Number>(graph); });
}

Graph PackedGraph::unpack() const {
    Graph graph;
    unpack(graph);
    return graph;
}

// Comments may stand between the lines of a text of triples.
std::string_view PackedGraph::comments() const {
    const Header h = header();
    return {text_.get(), h.comments + (h.located && !h.laid_out ? h.text : 0)};
}

std::optional<std::string_view> PackedGraph::written() const {
    if (!header().located) return {};
    return text();
}

// Where triples stand in the text; those of a text of triples, somewhere in their line.
template <class Number>
std::vector<std::uint32_t> PackedGraph::places() const {
    Cursor in(packed_.get());
    const Header h = in.take<Header>();
    in.skip(h.variables * sizeof(PackedSlice<Number>));
    std::vector<std::uint32_t> places(h.triples);
    for (std::uint32_t& place : places) {
        const Triple triple = tertium::unpack(in.take<PackedTriple<Number>>());
        if (h.laid_out && triple.kind == Kind::instance) {
            place = triple.missing ? triple.role.begin : triple.value.begin;
        } else {
            place = triple.role.begin - (h.laid_out ? 1 : 0);
        }
    }
    return places;
}

std::vector<Location> PackedGraph::locations() const {
    const Header h = header();
    if (!h.located) return {};
    const std::string_view all = text();
    const Lines lines(all);
    const Locator begin(lines, all.data(), location());
    Locator last = begin;
    std::vector<Location> found;
    for (std::uint32_t place :
         with_width(h.width, [&]<class Number>(Number) { return places<Number>(); })) {
        const char* at = all.data() + place;
        if (!h.laid_out) at = lines.start_of_line(at);
        if (at < last.place()) last = begin;
        last.advance(at);
        found.push_back(last.location());
    }
    return found;
}

void PackedGraph::move_to(Location location) {
    Header moved = header();
    moved.line = location.line;
    moved.located = location.line > 0;
    moved.column = as_column(location.column);
    Cursor(packed_.get()).put(moved);
}

std::int32_t find_redefinition(const Graph& graph) {
    std::vector<char> defined(graph.size());
    for (std::size_t i = 0; i < graph.triples.size(); ++i) {
        const Triple& triple = graph.triples[i];
        if (triple.kind != Kind::instance || triple.missing) continue;
        char& known = defined[static_cast<std::size_t>(triple.source)];
        if (known) return static_cast<std::int32_t>(i);
        known = 1;
    }
    return -1;
}

}  // namespace tertium
