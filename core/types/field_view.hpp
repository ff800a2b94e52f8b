#pragma once

#include "core/base/freestanding.hpp"
#include "core/base/shapes.hpp"
#include "core/types/domain.hpp"

namespace heteroscope {

/// A field seen from one side (host or device): row-major, rows `size.width` elements apart. Owns nothing.
struct FieldView {
  void* data = nullptr;
  Size size;
  Precision precision = Precision::fp32;
  Domain domain = Domain::whole;

  /// First element of row y, 0 at the top. T must be the precision's type.
  template <class T>
  [[nodiscard]] HETEROSCOPE_HD T* row(int y) const {
    return static_cast<T*>(data) + static_cast<std::ptrdiff_t>(y) * size.width;
  }
  /// The number of elements of row y, from its first on, that are values.
  [[nodiscard]] HETEROSCOPE_HD int values(int y) const { return values_in_row(domain, size.width, y); }
  [[nodiscard]] HETEROSCOPE_HD std::int64_t count() const { return values_above(domain, size.width, size.height); }
};

}  // namespace heteroscope
