#pragma once

#include "core/base/shapes.hpp"
#include "core/own/variant.hpp"

namespace heteroscope::transpose {

/// The arguments of a kernel of one's own for transpose: an image of width × height pixels, of which some columns are
/// to become rows of the result. A launch is over these columns and all rows of the image.
template <class T>
struct Transposition {
  const T* in_data;  ///< the image, `width` pixels in a row, row after row; all of it can be read
  T* out_data;       ///< the result, `height` pixels in a row
  int width;         ///< columns of the image, and rows of the result
  int height;        ///< rows of the image, and columns of the result
  Rows columns;      ///< which columns of the image to transpose: columns.begin to columns.end − 1
  int threads;       ///< of the CPU, that a function may use

  /// Pixel (x, y) of the image, and pixel (x, y) of the result. Column 0 is on the left, row 0 at the top.
  HETEROSCOPE_HD T in(int x, int y) const { return in_data[static_cast<std::ptrdiff_t>(y) * width + x]; }
  HETEROSCOPE_HD T& out(int x, int y) const { return out_data[static_cast<std::ptrdiff_t>(y) * height + x]; }
};

}  // namespace heteroscope::transpose
