#pragma once

#include <cstddef>

#include "core/host_device.hpp"
#include "core/types.hpp"

namespace heteroscope {

/// A field seen from one side (host or device): row-major, rows `size.width` elements apart. Owns nothing.
struct FieldView {
  void* data = nullptr;
  Size size;
  Precision precision = Precision::fp32;

  /// First element of row y, 0 at the top. T must be the precision's type.
  template <class T>
  [[nodiscard]] HETEROSCOPE_HD T* row(int y) const {
    return static_cast<T*>(data) + static_cast<std::ptrdiff_t>(y) * size.width;
  }
};

}  // namespace heteroscope
