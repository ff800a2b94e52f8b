#pragma once

#include "core/numbers/decimal.hpp"

namespace heteroscope {

/// A part of the plane: center, width and rotation; its height follows from the picture's aspect.
struct View {
  Decimal x, y;
  Decimal span = 1;
  double rotation = 0;  ///< degrees by which rows are turned counterclockwise from the plane's first axis
  bool operator==(const View&) const = default;
};

}  // namespace heteroscope
