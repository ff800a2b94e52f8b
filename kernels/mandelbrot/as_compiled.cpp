#include "kernels/mandelbrot/value.hpp"

// This source is compiled with other options than all others (kernels/CMakeLists.txt). It must not contain a function
// that another source contains, too, since the linker keeps only one of them.
namespace heteroscope::mandelbrot {

template <class T>
int iterate_as_compiled(Complex<T>& z, Complex<T> c, int k, int limit) {
  return iterate_plainly<AsCompiled>(z, c, k, limit);
}
template int iterate_as_compiled(Complex<float>&, Complex<float>, int, int);
template int iterate_as_compiled(Complex<double>&, Complex<double>, int, int);

}  // namespace heteroscope::mandelbrot
