/// A segment of an index over memory that Python holds: a mapped file, or bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "python/bindings.hpp"
#include "search/segment.hpp"

namespace tertium::python {

class HeldSegment {
  public:
    explicit HeldSegment(nb::object buffer);
    ~HeldSegment() { close(); }
    HeldSegment(const HeldSegment&) = delete;
    HeldSegment& operator=(const HeldSegment&) = delete;

    /// Throws std::invalid_argument if it was closed.
    const Segment& segment() const;
    /// A byte for each graph that tells whether it was removed, or nothing.
    std::span<const std::uint8_t> removed() const { return removed_; }
    void set_removed(std::vector<std::uint8_t> removed);
    /// Let go of the memory.
    void close();

  private:
    Py_buffer view_{};
    std::optional<Segment> segment_;
    std::vector<std::uint8_t> removed_;
};

void bind_segment(nb::module_& m);

}  // namespace tertium::python
