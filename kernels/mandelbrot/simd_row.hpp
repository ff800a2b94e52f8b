#pragma once

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

}  // namespace heteroscope::mandelbrot
