#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/base/host_device.hpp"
#include "core/memory/buffer.hpp"
#include "core/memory/field.hpp"

namespace heteroscope {

/// Which cells of a field the elements of a sample stand for: element (i, j) for `across` columns from x + i·across on
/// and `down` rows from y + j·down on, as far as the field has them. Where x and y are multiples of the steps the
/// elements stay where they are in the field while a view moves over it.
struct SampleGrid {
  int x = 0, y = 0;          ///< the first cell
  int across = 1, down = 1;  ///< cells for each element
  Size size;                 ///< elements
  bool operator==(const SampleGrid&) const = default;
  [[nodiscard]] HETEROSCOPE_HD bool of_single_cells() const { return across == 1 && down == 1; }
};

/// The rows that an element stands for, and how many columns, from the field's first on, have values in one of them.
struct SampledRows {
  int begin = 0, end = 0;
  int values = 0;
};
HETEROSCOPE_HD inline SampledRows sampled_rows(const FieldView& view, const SampleGrid& grid, int j) {
  const std::int64_t height = view.size.height;
  const std::int64_t begin = grid.y + std::int64_t{j} * grid.down;
  if (begin >= height) return {};
  const auto end = static_cast<int>(begin + grid.down < height ? begin + grid.down : height);
  return {static_cast<int>(begin), end, view.values(end - 1)};  // no row has fewer values than the one above
}

/// The precision of a sample's elements, which are means; means of integers are no integers.
constexpr Precision sampled_precision(Precision precision) {
  return precision == Precision::int32 ? Precision::fp64 : precision;
}
template <class T>
using SampledAs = std::conditional_t<std::is_integral_v<T>, double, T>;

template <class T>
struct BitsOf;
template <>
struct BitsOf<float> {
  using Type = std::uint32_t;
  static constexpr Type nan = 0x7fc00000u;
};
template <>
struct BitsOf<double> {
  using Type = std::uint64_t;
  static constexpr Type nan = 0x7ff8000000000000u;
};

template <class T>
HETEROSCOPE_HD inline T from_bits(typename BitsOf<T>::Type bits) {
  T out;
  memcpy(&out, &bits, sizeof out);
  return out;
}
/// The element of a sample without a cell in the field's domain: all bits set, a NaN that no value becomes.
template <class T>
HETEROSCOPE_HD inline T no_value() {
  return from_bits<T>(~typename BitsOf<T>::Type{0});
}
template <class T>
HETEROSCOPE_HD inline bool is_no_value(T value) {
  typename BitsOf<T>::Type bits;
  memcpy(&bits, &value, sizeof bits);
  return bits == ~typename BitsOf<T>::Type{0};
}
HETEROSCOPE_HD inline bool is_no_value(std::int32_t) {
  return false;
}
/// The one NaN among a sample's values: host and device would each make another one.
template <class T>
HETEROSCOPE_HD inline T one_nan(T value) {
  return value == value ? value : from_bits<T>(BitsOf<T>::nan);
}

/// Values added up, NaNs left out.
struct SampleSum {
  double sum = 0;
  int count = 0;

  template <class T>
  HETEROSCOPE_HD void add(T value) {
    sum += value == value ? static_cast<double>(value) : 0.0;
    count += value == value ? 1 : 0;
  }
  HETEROSCOPE_HD void add_column(double column, int values) {
    sum += column;
    count += values;
  }
  template <class T>
  [[nodiscard]] HETEROSCOPE_HD T mean() const {
    return one_nan(static_cast<T>(sum / static_cast<double>(count)));  // 0/0 where all are NaN
  }
};

/// Brings a part of a field on the host to grid.size elements; parallel. An element is the mean of the values that it
/// stands for: those in the domain that are no NaN, added in fp64, each column downward and then the columns from left
/// to right, on host and device alike, and rounded to the field's precision (fp64 of whole numbers). It is NaN where
/// all of them are (or where infinities cancel), and no_value() where none of its cells is in the domain. No cell is
/// left out: a bright one among 32 × 32 dark ones gives 1/1024 of its value. Elements of single cells are those cells.
/// `out` holds grid.size.area() elements of sampled_precision().
void sample(const FieldView& view, const SampleGrid& grid, void* out);

/// Samples where the field is: on the device, or else on the host. The sample lies there, too, in a buffer of the pool;
/// its domain is `marked`. Throws BadInput if the grid does not begin in the field, and DeviceError.
Field sample(const Field& field, const SampleGrid& grid, BufferPool& pool);

}  // namespace heteroscope
