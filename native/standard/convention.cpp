#include "standard/convention.hpp"

#include <algorithm>
#include <stdexcept>

namespace tertium {

namespace {

// A C++ name as Python spells it: `first_word` is `first-word`, `concept_` is `concept`.
std::string spelled(std::string_view name) {
    if (name.ends_with('_')) name.remove_suffix(1);
    std::string text(name);
    std::replace(text.begin(), text.end(), '_', '-');
    return text;
}

// The names in a list such as "lower, keep".
std::vector<std::string> spelled_list(std::string_view names) {
    std::vector<std::string> list;
    while (!names.empty()) {
        const std::string_view name = names.substr(0, names.find(','));
        list.push_back(spelled(name));
        names.remove_prefix(std::min(name.size() + 2, names.size()));
    }
    return list;
}

template <class Type>
Type parse(std::string_view answer, std::string_view names, std::string_view value) {
    const std::vector<std::string> values = spelled_list(names);
    const auto found = std::find(values.begin(), values.end(), value);
    if (found == values.end())
        throw std::invalid_argument("'" + std::string(answer) + "' has no value '" +
                                    std::string(value) + "'");
    return static_cast<Type>(found - values.begin());
}

}  // namespace

void Convention::set(std::string_view answer, std::string_view value) {
#define ANSWER(name, Type, ...) \
    if (answer == spelled(#name)) return void(name = parse<Type>(answer, #__VA_ARGS__, value));
#define OBJECT(name, Type)
#include "standard/answers.inc"
#undef ANSWER
#undef OBJECT
    throw std::invalid_argument("a convention has no answer '" + std::string(answer) + "'");
}

std::vector<Answer> answers() {
    return {
#define ANSWER(name, Type, ...) {spelled(#name), spelled_list(#__VA_ARGS__)},
#define OBJECT(name, Type) {spelled(#name), {}},
#include "standard/answers.inc"
#undef ANSWER
#undef OBJECT
    };
}

}  // namespace tertium
