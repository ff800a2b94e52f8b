#pragma once

#include "core/base/shapes.hpp"
#include "core/own/variant.hpp"

/// The arguments of a workload for tests of variants from files: each cell is scale * x + y.
namespace heteroscope::dots {

template <class T>
struct Dots {
  T* data;
  int width;
  Rows rows;
  T scale;
  int threads;

  HETEROSCOPE_HD T& out(int x, int y) const { return data[static_cast<std::ptrdiff_t>(y) * width + x]; }
  HETEROSCOPE_HD T value(int x, int y) const { return std::fma(scale, static_cast<T>(x), static_cast<T>(y)); }
};

}  // namespace heteroscope::dots
