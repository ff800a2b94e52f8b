#pragma once

#include <vector>

#include "core/memory/field.hpp"

namespace heteroscope {

/// Some of a field's values, taken at equal distances, its first and last rows and columns among them.
struct FieldSamples {
  Size size;
  std::vector<double> values;  ///< row by row; NaN where the field has none

  [[nodiscard]] double at(int x, int y) const {
    return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(x)];
  }
};

/// Returns at most `most` samples along each side. Of a field that is only on the device, the rows with samples are
/// copied. Throws DeviceError.
FieldSamples samples_of(const Field& field, int most);
/// Returns at most `most` values of a row, likewise.
std::vector<double> row_samples(const Field& field, int row, int most);

/// Returns all values of a part of the field, which must lie inside it; NaN where it has none.
FieldSamples values_of(const Field& field, int x, int y, Size size);

}  // namespace heteroscope
