/// Rows of numbers for Python, one for each pair, without numpy.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <span>
#include <vector>

#include "python/bindings.hpp"

namespace tertium::python {

/// A table of doubles. It has the buffer protocol: numpy.asarray shares its memory.
struct Table {
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;  ///< row by row
    // For the buffer protocol, which hands out pointers to them.
    mutable Py_ssize_t shape[2] = {0, 0}, strides[2] = {0, 0};

    Table(std::size_t rows, std::size_t columns)
        : rows(rows), columns(columns), values(rows * columns) {}

    std::span<double> row(std::size_t i) { return std::span(values).subspan(i * columns, columns); }
    std::span<const double> row(std::size_t i) const {
        return std::span(values).subspan(i * columns, columns);
    }
};

/// Numbers as a tuple of Python.
nb::tuple to_tuple(std::span<const double> numbers);

}  // namespace tertium::python
