#pragma once

#include "core/base/cancel.hpp"
#include "kernels/mandelbrot/value.hpp"

namespace heteroscope::mandelbrot {

/// One row of a picture for the vector variants.
template <class T>
struct RowTask {
  Grid<T> grid;
  int y = 0;
  int width = 0;
  int limit = 0;
  bool smooth = false;
  Arithmetic arithmetic = Arithmetic::fused;
  T* out = nullptr;
  Cancel cancel;

  /// Finishes a pixel that is at iterate z of count k, inside so far, by the plain loop.
  void finish(int x, Complex<T> z, int k) const { out[x] = value_from(arithmetic, z, grid.at(x, y), k, limit, smooth); }
  [[nodiscard]] bool cancelled() const { return cancel.is_set(); }
};

}  // namespace heteroscope::mandelbrot
