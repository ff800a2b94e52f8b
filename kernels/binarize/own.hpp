#pragma once

#include "core/base/shapes.hpp"
#include "core/own/variant.hpp"
#include "kernels/binarize/threshold.hpp"

namespace heteroscope::binarize {

/// The arguments of a kernel of one's own for the stage `mean` of binarize: values whose sum is wanted. The program
/// divides it by their number. A sum's last bits depend on the order of its additions, and `verify` allows what any
/// order explains.
template <class T>
struct Mean {
  const T* in_data;    ///< the values, one after the other
  std::int64_t count;  ///< how many there are
  double scale;        ///< a power of two by which values are multiplied so that no sum overflows; almost always 1
  double* sum;         ///< what the sum is to be added to; it holds 0, or what earlier launches have added
  int threads;         ///< of the CPU, that a function may use

  /// The i-th value as it is to be added, in fp64.
  HETEROSCOPE_HD double term(std::int64_t i) const { return in_data[i] * scale; }
};

/// The arguments of a kernel of one's own for the stage `threshold` of binarize: an image, and the mean of all its
/// values. A pixel becomes 255 if its value is at least the mean, otherwise 0.
template <class T>
struct Threshold {
  const T* in_data;  ///< the image, `width` pixels in a row, row after row; all of it can be read
  T* out_data;       ///< the result, likewise
  int width;         ///< pixels in a row
  Rows rows;         ///< which rows to compute: rows.begin to rows.end − 1
  double mean;       ///< of the whole image
  int threads;       ///< of the CPU, that a function may use

  /// Returns the index of pixel (x, y). Column 0 is on the left, row 0 at the top.
  HETEROSCOPE_HD std::ptrdiff_t place(int x, int y) const { return static_cast<std::ptrdiff_t>(y) * width + x; }
  HETEROSCOPE_HD T in(int x, int y) const { return in_data[place(x, y)]; }
  HETEROSCOPE_HD T& out(int x, int y) const { return out_data[place(x, y)]; }
  /// Returns what out(x, y) must become: 255 or 0.
  HETEROSCOPE_HD T value(int x, int y) const { return binarized(in(x, y), mean); }
};

}  // namespace heteroscope::binarize
