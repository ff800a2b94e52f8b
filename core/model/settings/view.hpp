#pragma once

#include "core/numbers/decimal.hpp"

namespace heteroscope {

/// A part of the plane: center and width; its height follows from the picture's aspect.
struct View {
  Decimal x, y;
  Decimal span = 1;
  bool operator==(const View&) const = default;
};

}  // namespace heteroscope
