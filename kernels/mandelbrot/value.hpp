#pragma once

#include "kernels/mandelbrot/escape.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

/// iterate_plainly() as a C++ compiler makes it without options: for the processor that it assumes by default, with
/// products and sums contracted where that processor can. On x86-64 the default is a processor without fused
/// multiply-add, so that all roundings are separate.
template <class T>
int iterate_as_compiled(Complex<T>& z, Complex<T> c, int k, int limit);
extern template int iterate_as_compiled(Complex<float>&, Complex<float>, int, int);
extern template int iterate_as_compiled(Complex<double>&, Complex<double>, int, int);

/// The CPU's value of the pixel of point c by the plain loop, from iterate z of count k on. Kernels of a GPU are
/// compiled for one arithmetic each instead.
template <class T>
T value_from(Arithmetic arithmetic, Complex<T> z, Complex<T> c, int k, int limit, bool smooth) {
  if (arithmetic == Arithmetic::fused) {
    k = iterate_plainly<Fused>(z, c, k, limit);
    return pixel_value<Fused>(z, c, k, limit, smooth);
  }
  k = arithmetic == Arithmetic::separate ? iterate_plainly<Separate>(z, c, k, limit)
                                         : iterate_as_compiled(z, c, k, limit);
  return pixel_value<Separate>(z, c, k, limit, smooth);
}

}  // namespace heteroscope::mandelbrot
