/// Products of the vectors of labels with each other.
///
///     a   want-01 boy go-02 boy         distinct   want-01 boy go-02 girl
///     b   want-01 girl go-02            places     0 1 2 1, 0 3 2
///
/// Two graphs that are compared have many labels in common, and some labels occur twice in a graph:
/// each two of them are multiplied once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tertium {

/// Keeps its memory from pair to pair. One for each thread.
class LabelProducts {
  public:
    /// Multiply all labels of two lists; `vectors` has a row of length `dimension` for each label.
    void multiply(const double* vectors, std::size_t dimension, std::span<const std::uint32_t> a,
                  std::span<const std::uint32_t> b);
    /// The products of the first list with itself, of the second with itself, and of the first
    /// with the second; a row after the other.
    void first(std::vector<double>& out) const { fill(a_places(), a_places(), out); }
    void second(std::vector<double>& out) const { fill(b_places(), b_places(), out); }
    void both(std::vector<double>& out) const { fill(a_places(), b_places(), out); }

  private:
    using Places = std::span<const std::uint32_t>;
    Places a_places() const { return Places(places_).first(size_a_); }
    Places b_places() const { return Places(places_).subspan(size_a_); }
    void find_distinct(Places a, Places b);
    void fill(Places x, Places y, std::vector<double>& out) const;

    std::size_t size_a_ = 0;
    std::vector<std::uint32_t> distinct_, places_;
    std::vector<double> products_;
};

}  // namespace tertium
