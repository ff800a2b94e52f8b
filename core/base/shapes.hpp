#pragma once

#include "core/base/freestanding.hpp"

/// Sizes, ranges and what values are, as device code knows them, too.
namespace heteroscope {

/// The type of a problem's values. int32 is for inputs alone: whole numbers that are counted, not computed with.
enum class Precision { fp32, fp64, int32 };

HETEROSCOPE_HD constexpr std::size_t bytes_of(Precision precision) {
  return precision == Precision::fp64 ? 8 : 4;
}

/// Pixels (or cells): columns by rows.
struct Size {
  int width = 0;
  int height = 0;
  bool operator==(const Size&) const = default;
  [[nodiscard]] HETEROSCOPE_HD constexpr std::int64_t area() const { return std::int64_t{width} * height; }
};

/// A rectangle of a whole result: `size` cells, from column x and row y on.
struct Cutout {
  int x = 0;
  int y = 0;
  Size size;
  Size whole;
  bool operator==(const Cutout&) const = default;
  [[nodiscard]] HETEROSCOPE_HD constexpr bool is_whole() const { return size == whole; }
};

/// A half-open range of rows.
struct Rows {
  int begin = 0;
  int end = 0;
  bool operator==(const Rows&) const = default;
  [[nodiscard]] HETEROSCOPE_HD constexpr int count() const { return end - begin; }
  [[nodiscard]] HETEROSCOPE_HD constexpr bool empty() const { return end <= begin; }
};
/// The rows that both ranges contain; empty() if there are none.
HETEROSCOPE_HD constexpr Rows common(Rows a, Rows b) {
  return {a.begin > b.begin ? a.begin : b.begin, a.end < b.end ? a.end : b.end};
}
/// The rows from the first of either range to the last.
HETEROSCOPE_HD constexpr Rows hull(Rows a, Rows b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

/// Threads in a block, columns by rows. {0, 0} in settings means "the variant's own default".
struct BlockShape {
  int x = 0;
  int y = 0;
  bool operator==(const BlockShape&) const = default;
  [[nodiscard]] HETEROSCOPE_HD constexpr int threads() const { return x * y; }
};

}  // namespace heteroscope
