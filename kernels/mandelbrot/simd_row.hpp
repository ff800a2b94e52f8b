#pragma once

#include <cstddef>
#include <vector>

#include "core/base/cancel.hpp"
#include "kernels/mandelbrot/value.hpp"

namespace heteroscope::mandelbrot {

/// One row of a picture, as the vector variants compute it.
template <class T>
struct RowTask {
  Grid<T> grid;
  int y = 0;
  int width = 0;
  int limit = 0;
  bool smooth = false;
  Arithmetic arithmetic = Arithmetic::fused;
  bool julia = false;
  bool upright = true;  ///< all points of the row have one imaginary part
  T* out = nullptr;
  Cancel cancel;

  /// Finishes a pixel with the plain loop, from iterate z of count k, which is still inside. A function of its own: it
  /// is rare, and the loops of all kinds of arithmetic would otherwise stand wherever it is called.
  [[gnu::noinline]] void finish(int x, Complex<T> z, int k) const {
    out[x] = value_from(arithmetic, z, julia ? grid.c : grid.at(x, y), k, limit, smooth);
  }
  /// Computes a pixel with the plain loop from its first iterate on.
  void compute_plainly(int x) const { finish(x, julia ? grid.at(x, y) : Complex<T>{}, 1); }
  [[nodiscard]] bool cancelled() const { return cancel.is_set(); }
};

/// The pixels of a row that outlived the early iterations, packed without gaps; there is room for one vector beyond the
/// last.
template <class T>
struct PackedPixels {
  std::vector<T> re, im, c_re, x;
  std::vector<T> c_im;  ///< where it is not the same in all of the row
  std::size_t count = 0;

  explicit PackedPixels(std::size_t room) : re(room), im(room), c_re(room), x(room), c_im(room) {}
};

/// A vector of pixels while they are iterated.
template <class T>
struct Slot {
  int k = 0;          ///< the count of the vector's present iterate
  int next_mark = 0;  ///< the count at which the mark (of the periodicity test) is set anew
  std::size_t first = 0;
  bool busy = false;
};

}  // namespace heteroscope::mandelbrot
