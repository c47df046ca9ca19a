/// Arrays of numbers, from Python and for it.
#pragma once

#include <nanobind/ndarray.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "python/bindings.hpp"

namespace tertium::python {

/// Numbers for Python, which frees them: an array of the given shape.
template <class T, std::size_t dimensions>
nb::ndarray<nb::numpy, T, nb::ndim<dimensions>> give(std::vector<T> values,
                                                     const std::size_t (&shape)[dimensions]) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<dimensions>>(kept->data(), dimensions, shape, owner);
}

template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> give_array(std::vector<T> values) {
    const std::size_t size = values.size();
    return give(std::move(values), {size});
}

template <class T, class... Shape>
using Given = nb::ndarray<const T, Shape..., nb::c_contig, nb::device::cpu>;

}  // namespace tertium::python
