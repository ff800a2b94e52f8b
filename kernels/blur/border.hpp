#pragma once

#include "core/base/host_device.hpp"

namespace heteroscope::blur {

/// The values outside of the image. `mirror` reflects about the centers of the outermost pixels: … 2 1 0 1 2 …
enum class Border { zero, clamp, mirror };

/// The pixel of a line of n that stands for position i, however far outside; −1: none, the value there is 0.
HETEROSCOPE_HD inline int border_index(int i, int n, Border border) {
  if (i >= 0 && i < n) return i;
  if (border == Border::zero) return -1;
  if (border == Border::clamp) return i < 0 ? 0 : n - 1;
  if (n == 1) return 0;
  const int period = 2 * (n - 1);
  const int remainder = i % period;
  const int place = remainder < 0 ? remainder + period : remainder;
  return place < n ? place : period - place;
}

/// The values of a row from column `first` on, which may lie outside; if `row` is null, all are 0.
template <class T>
struct BorderedRow {
  const T* row;
  int first;
  int width;
  Border border;

  HETEROSCOPE_HD T operator[](int i) const {
    if (row == nullptr) return T(0);
    const int x = border_index(first + i, width, border);
    return x < 0 ? T(0) : row[x];
  }
};

}  // namespace heteroscope::blur
