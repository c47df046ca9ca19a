/// Weights as Python has them: in triples.
#pragma once

#include <vector>

#include "align/weight.hpp"

namespace tertium::python {

inline std::vector<double> all_in_triples(const std::vector<Weight>& weights) {
    std::vector<double> values;
    for (Weight weight : weights) values.push_back(in_triples(weight));
    return values;
}

}  // namespace tertium::python
