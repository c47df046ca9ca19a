/// The door to Python: one file for each package. Nothing outside of this folder knows Python.
#pragma once

#include <nanobind/nanobind.h>

namespace tertium::python {

namespace nb = nanobind;
using namespace nb::literals;

void bind_graph(nb::module_& m);
void bind_texts(nb::module_& m);
void bind_standard(nb::module_& m);
void bind_similarity(nb::module_& m);
void bind_table(nb::module_& m);
void bind_align(nb::module_& m);
void bind_alignment(nb::module_& m);
void bind_drawing(nb::module_& m);
void bind_align_options(nb::module_& m);
void bind_credits(nb::module_& m);
void bind_features(nb::module_& m);
void bind_wasserstein(nb::module_& m);
void bind_accord(nb::module_& m);
void bind_search(nb::module_& m);
void bind_grid(nb::module_& m);

}  // namespace tertium::python
