// A variant of one's own of mandelbrot: for each pixel, how many iterations z -> z*z + c it takes until z has left
// the disk |z| < 2.
//
// The function is given
//   picture.rows          which rows to compute: picture.rows.begin to picture.rows.end - 1
//   picture.width         how many pixels a row has
//   picture.point(x, y)   the point of pixel (x, y) in the complex plane
//   picture.c(point)      the c of its orbit: the point itself, or in a Julia set the same for all
//   picture.first(point)  where its orbit begins: at 0, or in a Julia set at the point
//   picture.limit         the count at which an orbit ends that has not left the disk
//   picture.value(z, c, k)
//                         the pixel's value when the orbit has ended at z with count k
//   picture.out(x, y)     where that value goes
//   picture.threads       how many threads to use
// next(z, c) is z*z + c, and norm(z) is |z| squared; both round as the program's own variants do.
// kernels/mandelbrot/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/mandelbrot/own.hpp"
using namespace heteroscope::mandelbrot;

HETEROSCOPE_VARIANT(mandelbrot)
HETEROSCOPE_SUMMARY("The plain loop; each thread has a range of rows")

template <class T>
void escape(const Picture<T>& picture) {
#pragma omp parallel for num_threads(picture.threads) schedule(static)
  for (int y = picture.rows.begin; y < picture.rows.end; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const Complex<T> point = picture.point(x, y);
      const Complex<T> c = picture.c(point);
      Complex<T> z = picture.first(point);
      int k = 1;
      while (k < picture.limit && norm(z) < T(4)) {
        z = next(z, c);
        ++k;
      }
      picture.out(x, y) = picture.value(z, c, k);
    }
  }
}

// What to try next:
// - Some rows cost a thousand times as much as others. What does schedule(dynamic, 1) change, and what does (dynamic,
//   64)? HETEROSCOPE_TUNE(chunk, 1, {1, 4, 16, 64}) makes it a control.
// - Compute eight neighboring pixels at a time in arrays of eight, in a loop that the compiler turns into vectors,
//   until all eight have ended.
// - Most of the time goes into pixels that never leave. In the Mandelbrot set (not in Julia sets: picture.julia)
//   points of the cardioid and of the disk of period 2 need no iteration: deep_inside(c) in
//   kernels/mandelbrot/interior.hpp.
