// Metadata in comment lines: `# ::id lpp.1 ::snt The boy wants to go .`
#include "graph/lines.hpp"
#include "graph/penman.hpp"

namespace tertium {

namespace {

// Where the next key of a line begins, after its colons; line.size() if there is none.
std::size_t next_key(std::string_view line, std::size_t at) {
    for (; (at = line.find("::", at)) != line.npos; ++at) {
        const bool free = at == 0 || is_blank(line[at - 1]) || line[at - 1] == '#';
        if (free && at + 2 < line.size() && !is_blank(line[at + 2])) return at + 2;
    }
    return line.size();
}

std::string_view strip(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

}  // namespace

std::vector<MetadataField> read_metadata(std::string_view comments) {
    std::vector<MetadataField> found;
    while (!comments.empty()) {
        const std::string_view line = comments.substr(0, comments.find('\n'));
        comments.remove_prefix(std::min(line.size() + 1, comments.size()));
        if (!strip(line).starts_with('#')) continue;
        for (std::size_t at = next_key(line, 0); at < line.size();) {
            const std::size_t next = next_key(line, at);
            const std::size_t stop = next < line.size() ? next - 2 : next;
            const std::string_view field = line.substr(at, stop - at);
            std::size_t end = 0;  // of the key
            while (end < field.size() && !is_blank(field[end])) ++end;
            found.emplace_back(field.substr(0, end), strip(field.substr(end)));
            at = next;
        }
    }
    return found;
}

bool holds_metadata(std::string_view line) {
    const std::size_t at = line.find_first_not_of("# \t");
    return at != line.npos && line.substr(at, 2) == "::";
}

std::string_view find_metadata(std::string_view comments, std::string_view key) {
    std::string_view found;
    for (const auto& [name, value] : read_metadata(comments))
        if (name == key) found = value;
    return found;
}

}  // namespace tertium
