#include "python/segment.hpp"

#include <nanobind/stl/string.h>

#include <stdexcept>
#include <utility>

#include "python/arrays.hpp"
#include "python/held.hpp"

namespace tertium::python {

HeldSegment::HeldSegment(nb::object buffer) {
    if (PyObject_GetBuffer(buffer.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nb::python_error();
    try {
        segment_.emplace(std::span(static_cast<const std::byte*>(view_.buf),
                                   static_cast<std::size_t>(view_.len)));
    } catch (...) {
        PyBuffer_Release(&view_);
        throw;
    }
}

const Segment& HeldSegment::segment() const {
    if (!segment_) throw std::invalid_argument("the index is closed");
    return *segment_;
}

void HeldSegment::set_removed(std::vector<std::uint8_t> removed) {
    if (!removed.empty() && removed.size() != segment().graphs())
        throw std::invalid_argument("the list of removed graphs has a wrong length");
    removed_ = std::move(removed);
}

void HeldSegment::close() {
    if (!segment_) return;
    segment_.reset();
    PyBuffer_Release(&view_);
}

namespace {

std::size_t checked(const HeldSegment& held, std::size_t graph) {
    if (graph >= held.segment().graphs()) throw nb::index_error("there is no such graph");
    return graph;
}

nb::list ids_of(const HeldSegment& held) {
    const Texts ids = held.segment().ragged_per_graph<char>(Section::id_begin, Section::ids);
    nb::list list;
    for (std::size_t i = 0; i < ids.size(); ++i) list.append(to_str(text_at(ids, i)));
    return list;
}

nb::str id_at(const HeldSegment& held, std::size_t graph) {
    const Texts ids = held.segment().ragged_per_graph<char>(Section::id_begin, Section::ids);
    return to_str(text_at(ids, checked(held, graph)));
}

nb::bytes text_of(const HeldSegment& held, std::size_t graph) {
    const Texts texts = held.segment().ragged_per_graph<char>(Section::text_begin, Section::texts);
    const std::string_view text = text_at(texts, checked(held, graph));
    return nb::bytes(text.data(), text.size());
}

template <class T>
auto copy_of(const HeldSegment& held, Section which) {
    const std::span<const T> items = held.segment().per_graph<T>(which);
    return give_array(std::vector<T>(items.begin(), items.end()));
}

}  // namespace

void bind_segment(nb::module_& m) {
    nb::exception<DamagedSegment>(m, "DamagedSegment", PyExc_ValueError);
    nb::class_<HeldSegment>(m, "Segment")
        .def(nb::init<nb::object>(), "buffer"_a)
        .def("__len__", [](const HeldSegment& s) { return s.segment().graphs(); })
        .def_prop_ro(
            "aligns",
            [](const HeldSegment& s) { return s.segment().kind() == SegmentKind::alignment; })
        .def("ids", &ids_of, nb::sig("def ids(self) -> list[str]"))
        .def("id", &id_at, "graph"_a)
        .def("text", &text_of, "graph"_a)
        .def(
            "positions",
            [](const HeldSegment& s) { return copy_of<std::uint32_t>(s, Section::positions); },
            nb::sig("def positions(self) -> numpy.typing.NDArray[numpy.uint32]"))
        .def(
            "keys", [](const HeldSegment& s) { return copy_of<std::uint64_t>(s, Section::keys); },
            nb::sig("def keys(self) -> numpy.typing.NDArray[numpy.uint64]"))
        .def("checksum", [](const HeldSegment& s) { return s.segment().checksum(); })
        .def(
            "set_removed",
            [](HeldSegment& s, nb::bytes removed) {
                const auto* begin = reinterpret_cast<const std::uint8_t*>(removed.c_str());
                s.set_removed({begin, begin + removed.size()});
            },
            "removed"_a)
        .def("removed",
             [](const HeldSegment& s) {
                 return nb::bytes(reinterpret_cast<const char*>(s.removed().data()),
                                  s.removed().size());
             })
        .def("close", &HeldSegment::close);
}

}  // namespace tertium::python
