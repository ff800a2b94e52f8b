#pragma once

#include "core/base/shapes.hpp"
#include "core/own/variant.hpp"
#include "kernels/blur/line.hpp"

namespace heteroscope::blur {

/// The arguments of a kernel of one's own for blur: an image and a square mask of weights, `taps` × `taps` with the
/// sum 1. A pixel of the result is the weighted sum of its neighborhood. The reference adds line by line from the top,
/// from left to right, each product fused with its addition; who does the same has its bits, and for other orders there
/// is a tolerance.
template <class T>
struct Convolution {
  const T* in_data;  ///< the image, width × height pixels, row after row; all of it can be read
  T* out_data;       ///< the result, likewise
  const T* mask;     ///< the weights of the mask, row after row
  LineMask<T> line;  ///< weights of one line: the mask's are their products, rounded once. For two passes of a line
  int width;         ///< pixels in a row
  int height;        ///< rows
  Rows rows;         ///< which rows to compute: rows.begin to rows.end − 1
  int radius;        ///< how far the mask reaches, in pixels: at most max_radius
  int taps;          ///< weights in a line of the mask: 2 radius + 1
  Border border;     ///< what lies outside of the image: 0, the nearest pixel, or the image mirrored
  int threads;       ///< of the CPU, that a function may use

  HETEROSCOPE_HD T& out(int x, int y) const { return out_data[static_cast<std::ptrdiff_t>(y) * width + x]; }
  /// The value at (x, y), which may lie outside of the image. Column 0 is on the left, row 0 at the top.
  HETEROSCOPE_HD T in(int x, int y) const { return row(y, x)[0]; }
  /// The weight in column i of row j of the mask, both from 0 to `taps` − 1.
  HETEROSCOPE_HD T weight(int i, int j) const { return mask[j * taps + i]; }

  /// `sum` and what row j of the mask adds to it at pixel (x, y): one multiply-add for each of its weights.
  HETEROSCOPE_HD T add_row(T sum, int x, int y, int j) const {
    const BorderedRow<T> values = row(y + j - radius, x - radius);
    const T* const weights = mask + j * taps;
    if (values.row == nullptr || values.first < 0 || values.first + taps > width) {
      HETEROSCOPE_UNROLL(1)
      for (int i = 0; i < taps; ++i) sum = std::fma(weights[i], values[i], sum);
      return sum;
    }
    // left to itself NVRTC unrolls 16 turns, whose loads take 55 registers a thread in fp64; four take 32
    const T* const inside = values.row + values.first;
    HETEROSCOPE_UNROLL(4)
    for (int i = 0; i < taps; ++i) sum = std::fma(weights[i], inside[i], sum);
    return sum;
  }

  /// Row y of the image, which may lie outside, from column `first` on.
  HETEROSCOPE_HD BorderedRow<T> row(int y, int first) const {
    const int source = border_index(y, height, border);
    const T* const values = source < 0 ? nullptr : in_data + static_cast<std::ptrdiff_t>(source) * width;
    return {values, first, width, border};
  }
};

}  // namespace heteroscope::blur
