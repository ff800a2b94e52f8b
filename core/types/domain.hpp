#pragma once

#include "core/base/freestanding.hpp"

namespace heteroscope {

/// Which cells of a field are its values; the others have none: nobody writes, compares or draws them.
enum class Domain {
  whole,
  lower_triangle,  ///< column ≤ row
  marked           ///< of a sample: all elements that do not hold `no_value` (core/summary/sample.hpp)
};

/// How many cells of row y, from its first on, are values; in a marked field, may be values.
HETEROSCOPE_HD constexpr int values_in_row(Domain domain, int width, int y) {
  return domain != Domain::lower_triangle || y + 1 > width ? width : y + 1;
}

/// Values in the rows from 0 to `rows`.
HETEROSCOPE_HD constexpr std::int64_t values_above(Domain domain, int width, int rows) {
  const std::int64_t all = rows;
  if (domain != Domain::lower_triangle) return all * width;
  const std::int64_t slanted = all < width ? all : width;
  return slanted * (slanted + 1) / 2 + (all - slanted) * width;
}

}  // namespace heteroscope
