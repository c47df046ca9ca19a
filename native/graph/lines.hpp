/// Characters and lines of a text that is read.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "support/encoding.hpp"

namespace tertium {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::array<bool, 256> make_set(std::string_view characters) {
    std::array<bool, 256> table{};
    for (char c : characters) table[static_cast<unsigned char>(c)] = true;
    return table;
}
// The separators U+001C to U+001F are blanks, too, as for Python's str.split. Inside of a string
// they are characters like any other.
constexpr std::array<bool, 256> blanks = make_set(" \t\r\n\v\f\x1c\x1d\x1e\x1f");
constexpr std::array<bool, 256> delimiters = make_set(" \t\r\n\v\f\x1c\x1d\x1e\x1f\"()/:~");
inline bool is_blank(char c) { return blanks[static_cast<unsigned char>(c)]; }
/// Whether a character ends an unquoted symbol.
inline bool is_delimiter(char c) { return delimiters[static_cast<unsigned char>(c)]; }

/// The first character that is not a blank; indentation is skipped eight spaces at a time.
inline const char* behind_blanks(const char* place, const char* end) {
    constexpr std::uint64_t spaces = 0x2020202020202020ULL;
    while (place < end && is_blank(*place)) {
        std::uint64_t chunk = 0;
        if (end - place >= 8) std::memcpy(&chunk, place, 8);
        place += chunk == spaces ? 8 : 1;
    }
    return place;
}

/// How many line breaks there are between two places.
inline std::uint64_t count_lines(const char* from, const char* to) {
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

/// Where something stands in a text, both from 1; columns are counted in characters.
struct Location {
    std::uint64_t line = 1;
    std::uint64_t column = 1;
};

/// Finds lines around places in a text.
class Lines {
  public:
    explicit Lines(std::string_view text) : begin_(text.data()), end_(begin_ + text.size()) {}

    /// Without the line break.
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

    /// Whether a line begins here.
    bool begins_line(const char* place) const { return place == begin_ || place[-1] == '\n'; }

    /// Whether nothing but blanks follows in this line.
    bool blank_line(const char* place) const {
        while (place < end_ && *place != '\n' && is_blank(*place)) ++place;
        return place >= end_ || *place == '\n';
    }

    /// Whether `place` begins a line, and the line above is blank.
    bool after_blank_line(const char* place) const {
        if (!begins_line(place) || place == begin_) return false;
        return blank_line(start_of_line(place - 1));
    }

    /// From 1, in characters.
    std::uint64_t column_of(const char* place) const {
        return 1 + count_characters({start_of_line(place), place});
    }

  private:
    const char* begin_;
    const char* end_;
};

/// A place in a text whose location is known, from which those of later places are counted: many
/// graphs may stand in one line.
class Locator {
  public:
    Locator(const Lines& lines, const char* place, Location location = {})
        : lines_(&lines), place_(place), location_(location) {}

    void advance(const char* place) {
        const std::uint64_t lines = count_lines(place_, place);
        location_.line += lines;
        location_.column = lines > 0 ? lines_->column_of(place)
                                     : location_.column + count_characters({place_, place});
        place_ = place;
    }
    const char* place() const { return place_; }
    Location location() const { return location_; }
    std::uint64_t line_of(const char* later) const {
        return location_.line + count_lines(place_, later);
    }

  private:
    const Lines* lines_;
    const char* place_;
    Location location_;
};

}  // namespace tertium
