/// Segments: immutable files of an index, read through a memory map.
///
///     header     magic, byte order, format, length, number of graphs, kind, where sections are
///     sections   arrays one after the other, each aligned to 64 bytes
///
/// Graphs are numbered by size, from the smallest. A segment is what somebody gave us, so nothing
/// in it is believed: the header is checked when a segment is opened, and every offset and number
/// when it is used, which costs less than it costs to read them. What does not fit throws
/// `DamagedSegment`, never more.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tertium {

class DamagedSegment : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// What a segment has; one that is made for alignments has no features, and the other way around.
enum class Section : std::uint32_t {
    keys,            ///< a hash of each graph's id and text, to break ties
    positions,       ///< where each graph stood among those that were added together
    id_begin,        ///< ids as text
    ids,             //
    text_begin,      ///< graphs as text
    texts,           //
    histograms,      ///< of alignments: 64 bytes for each graph
    signatures,      ///< 512 bits for the facts of each graph
    repeats,         ///< facts of each graph without a bit of their own
    sizes,           ///< triples of each graph
    excess,          ///< what histograms could not count
    fact_begin,      ///< facts of each graph
    facts,           //
    link_begin,      ///< links of each graph
    links,           //
    token_begin,     ///< what facts and links say, as sorted texts
    tokens,          //
    feature_keys,    ///< of features: their hashes, sorted
    feature_orders,  ///< the order of each
    posting_begin,   ///< graphs of each feature
    postings,        //
    totals,          ///< a row of numbers for each graph
    count            ///< how many kinds of sections there are
};
constexpr std::size_t section_count = static_cast<std::size_t>(Section::count);

enum class SegmentKind : std::uint32_t { alignment = 1, features = 2 };

struct SegmentHeader {
    static constexpr char magic_text[16] = "tertium segment";
    static constexpr std::uint32_t current_format = 1;

    char magic[16];
    std::uint32_t byte_order;
    std::uint32_t format;
    std::uint64_t length;
    std::uint64_t graphs;
    SegmentKind kind;
    std::uint32_t columns;  ///< numbers in a row of `totals`
    struct {
        std::uint64_t offset, length;  // in bytes
    } sections[section_count];
    std::uint64_t checksum;  ///< of the header before it
};

/// Items of several owners, one after the other.
template <class T>
struct Ragged {
    std::span<const std::uint64_t> begin;  ///< one more than there are owners
    std::span<const T> items;

    std::size_t size() const { return begin.empty() ? 0 : begin.size() - 1; }
    std::span<const T> operator[](std::size_t owner) const {
        const std::uint64_t first = begin[owner], last = begin[owner + 1];
        if (first > last || last > items.size())
            throw DamagedSegment("an offset lies outside of its section");
        return items.subspan(first, last - first);
    }
};

using Texts = Ragged<char>;

inline std::string_view text_at(const Texts& texts, std::size_t owner) {
    const std::span<const char> text = texts[owner];
    return {text.data(), text.size()};
}

/// A segment in memory that belongs to somebody else.
class Segment {
  public:
    /// Throws DamagedSegment if this is not a whole segment of this format.
    explicit Segment(std::span<const std::byte> bytes);

    std::size_t graphs() const { return static_cast<std::size_t>(header_.graphs); }
    SegmentKind kind() const { return header_.kind; }
    std::size_t columns() const { return header_.columns; }
    /// The checksum of everything after the header, which takes a while.
    std::uint64_t checksum() const;

    template <class T>
    std::span<const T> section(Section which) const {
        const auto& place = header_.sections[static_cast<std::size_t>(which)];
        return {reinterpret_cast<const T*>(bytes_.data() + place.offset), place.length / sizeof(T)};
    }
    /// A section with a number of items for each graph; throws if it has another length.
    template <class T>
    std::span<const T> per_graph(Section which, std::size_t each = 1) const {
        const std::span<const T> items = section<T>(which);
        if (items.size() != graphs() * each) throw DamagedSegment("a section has a wrong length");
        return items;
    }
    template <class T>
    Ragged<T> ragged(Section begin, Section items) const {
        return {section<std::uint64_t>(begin), section<T>(items)};
    }
    /// The same, for each graph.
    template <class T>
    Ragged<T> ragged_per_graph(Section begin, Section items) const {
        const Ragged<T> list = ragged<T>(begin, items);
        if (list.begin.size() != graphs() + 1) throw DamagedSegment("a section has a wrong length");
        return list;
    }

  private:
    std::span<const std::byte> bytes_;
    SegmentHeader header_;
};

/// Puts sections together.
class SegmentWriter {
  public:
    template <class T>
    void add(Section which, const std::vector<T>& items) {
        parts_[static_cast<std::size_t>(which)] = std::as_bytes(std::span(items));
    }
    /// The whole segment. What was added must still be there.
    std::vector<std::byte> write(SegmentKind kind, std::size_t graphs, std::size_t columns) const;

  private:
    std::array<std::span<const std::byte>, section_count> parts_;
};

/// Texts that are being collected.
struct TextList {
    std::vector<std::uint64_t> begin{0};
    std::vector<char> text;
    void add(std::string_view more) {
        text.insert(text.end(), more.begin(), more.end());
        begin.push_back(text.size());
    }
};

}  // namespace tertium
