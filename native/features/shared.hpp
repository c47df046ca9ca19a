/// A part of one or both graphs of a pair, as explanations name it.
#pragma once

#include <string>

namespace tertium {

/// A k-gram, triple or feature, and how often, or with what weight, it is in each graph.
struct SharedPart {
    std::string text;
    int order = 0;  ///< of a k-gram its nodes, of a feature its step
    double a = 0, b = 0, matched = 0;
};

}  // namespace tertium
