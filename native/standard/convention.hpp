/// Conventions: everything before the alignment that can change a number.
///
/// An answer is declared once, in answers.inc. The enumerations, the fields of `Convention` and
/// what `set` and `answers` know all come from that list.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tertium {

class ReificationTable;

#define ANSWER(name, Type, ...) enum class Type : std::uint8_t { __VA_ARGS__ };
#define OBJECT(name, Type)
#include "standard/answers.inc"
#undef ANSWER
#undef OBJECT

struct Convention {
#define ANSWER(name, Type, ...) Type name{};
#define OBJECT(name, Type) Type name;
#include "standard/answers.inc"
#undef ANSWER
#undef OBJECT

    /// Give an answer, both as Python spells them: set("strings", "first-word").
    /// Throws std::invalid_argument if there is no such answer or value.
    void set(std::string_view answer, std::string_view value);
};

/// An answer's name and its values, as Python spells them. An object has no values.
using Answer = std::pair<std::string, std::vector<std::string>>;
std::vector<Answer> answers();

}  // namespace tertium
