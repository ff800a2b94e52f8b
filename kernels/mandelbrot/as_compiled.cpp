#include "kernels/mandelbrot/value.hpp"

// Compiled with other options than all else (kernels/CMakeLists.txt): it makes no function that another source makes
// too, since the linker keeps one of several.
namespace heteroscope::mandelbrot {

template <class T>
int iterate_as_compiled(Complex<T>& z, Complex<T> c, int k, int limit) {
  return iterate_plainly<AsCompiled>(z, c, k, limit);
}
template int iterate_as_compiled(Complex<float>&, Complex<float>, int, int);
template int iterate_as_compiled(Complex<double>&, Complex<double>, int, int);

}  // namespace heteroscope::mandelbrot
