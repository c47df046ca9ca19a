/// Reading and writing PENMAN, the usual notation of AMR.
///
///     # ::id lpp.1 ::snt The boy wants to go .
///     (w / want-01
///         :ARG0 (b / boy)
///         :ARG1 (g / go-02 :ARG0 b))
///
/// A file is a sequence of entries; each entry is a graph or, if it cannot be read, a fault with
/// its location. One broken graph never hides the next: after a fault, reading goes on at the next
/// line that begins with `(` or `#`, or after the next blank line. There is no recursion, so
/// nesting is limited by memory alone.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/packed.hpp"

namespace tertium {

struct RawGraph;

/// Why an entry of a file could not be read.
struct Fault {
    std::string message;
    std::string id;            ///< the `# ::id` above the entry, if any
    std::string sentence;      ///< the `# ::snt` above the entry, if any
    std::uint64_t line = 0;    ///< from 1
    std::uint64_t column = 0;  ///< from 1, in characters
    std::string source;        ///< the line itself
};

struct Entry {
    PackedGraph graph;
    std::unique_ptr<Fault> fault;  ///< only if it is not ok: most entries are
    bool ok = true;
};

/// Is given the entries of a text one by one, so that they need not all be kept.
using TakeEntry = std::function<void(Entry&&)>;

/// Reads PENMAN texts; keeps its memory from text to text. One for each thread.
class PenmanReader {
  public:
    PenmanReader();
    ~PenmanReader();
    /// Read all entries of a text, which their graphs share.
    void read(const SharedText& text, const TakeEntry& take);

  private:
    std::unique_ptr<RawGraph> memory_;
};

/// Read all entries of a PENMAN text, which their graphs share.
void read_penman(const SharedText& text, const TakeEntry& take);
/// The same with a copy of the text.
std::vector<Entry> read_penman(std::string_view text);

/// Read all entries of a text of triples: one line `source TAB role TAB target` each, blank lines
/// between graphs, `#` comments above them; the role `top` (source empty or any) names the top.
void read_triples(const SharedText& text, const TakeEntry& take);

/// Write a graph as PENMAN, one branch per line, or all in one line; with `~e.4` marks or without.
/// Throws std::invalid_argument if a part of it cannot be reached from the top or cannot be
/// spelled.
std::string write_penman(const Graph& graph, bool one_line, bool marks);

/// Whether a concept or constant, written as it is, is read back as it is.
bool reads_as_value(std::string_view value);
/// Whether a variable or role, written as it is, is read back as it is.
bool reads_as_name(std::string_view name);

/// A key and its value.
using MetadataField = std::pair<std::string_view, std::string_view>;

/// The fields of comment lines such as `# ::id 3 ::snt Hello`. A key follows a blank or `#`,
/// and a value ends where the next key or line begins. Lines that are no comments have no fields.
std::vector<MetadataField> read_metadata(std::string_view comments);
/// Whether a comment line begins with a key, as in `# ::id 3`.
bool holds_metadata(std::string_view line);
/// The last value of `key`, or an empty view.
std::string_view find_metadata(std::string_view comments, std::string_view key);

}  // namespace tertium
