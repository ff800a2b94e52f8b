#pragma once

#include "core/base/shapes.hpp"
#include "core/own/variant.hpp"
#include "kernels/mandelbrot/escape.hpp"

namespace heteroscope::mandelbrot {

/// The arguments of a kernel of one's own for mandelbrot: a picture, or a part of one, of the Mandelbrot set, or of a
/// Julia set. The value of a pixel is the count of the first iterate z → z² + c that has left the disk |z| < 2, and 0
/// where none has below the limit. An orbit begins with count 1 at first(point).
template <class T>
struct Picture {
  Grid<T> grid;  ///< the points of the pixels in the complex plane
  T* out_data;   ///< the values, `width` in a row, row after row
  int width;     ///< pixels in a row
  Rows rows;     ///< which rows to compute: rows.begin to rows.end − 1
  int limit;     ///< where an orbit ends that has not left the disk: at this count
  bool smooth;   ///< counts are to be fractional
  bool julia;    ///< of a Julia set: orbits begin at the point, and c is the same for all
  int threads;   ///< of the CPU, that a function may use

  /// The point of pixel (x, y). Column 0 is on the left, row 0 at the top. A view may be rotated: two pixels of a row
  /// or of a column need not have a coordinate in common.
  HETEROSCOPE_HD Complex<T> point(int x, int y) const { return grid.at(x, y); }
  /// The first iterate of the orbit of a point, and the c that each iteration adds.
  HETEROSCOPE_HD Complex<T> first(Complex<T> point) const { return julia ? point : Complex<T>{}; }
  HETEROSCOPE_HD Complex<T> c(Complex<T> point) const { return julia ? grid.c : point; }
  HETEROSCOPE_HD T& out(int x, int y) const { return out_data[static_cast<std::ptrdiff_t>(y) * width + x]; }

  /// The value of a pixel whose orbit has ended with count k at iterate z.
  HETEROSCOPE_HD T value(Complex<T> z, Complex<T> c, int k) const { return pixel_value(z, c, k, limit, smooth); }
};

}  // namespace heteroscope::mandelbrot
