// A variant of one's own of mandelbrot: for each pixel, how many iterations z -> z*z + c it takes until z has left
// the disk |z| < 2.
//
// The kernel is given
//   picture.rows          which rows to compute: picture.rows.begin to picture.rows.end - 1
//   picture.width         how many pixels a row has
//   picture.point(x, y)   the point of pixel (x, y) in the complex plane
//   picture.c(point)      the c of its orbit: the point itself, or in a Julia set the same for all
//   picture.first(point)  where its orbit begins: at 0, or in a Julia set at the point
//   picture.limit         the count at which an orbit ends that has not left the disk
//   picture.value(z, c, k)
//                         the pixel's value when the orbit has ended at z with count k
//   picture.out(x, y)     where that value goes
// next(z, c) is z*z + c, and norm(z) is |z| squared; both round as the program's own variants do.
// kernels/mandelbrot/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/mandelbrot/own.hpp"
using namespace heteroscope::mandelbrot;

HETEROSCOPE_VARIANT(mandelbrot)
HETEROSCOPE_SUMMARY("One thread a pixel")
HETEROSCOPE_BLOCK(32, 8)

template <class T>
__global__ void escape(const Picture<T> picture) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = picture.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= picture.width || y >= picture.rows.end) return;
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

// What to try next:
// - Other blocks: a warp takes as long as its slowest pixel. Do (8, 4), (32, 1) or (16, 16) keep its pixels more
//   alike?
// - The test costs as much as the iteration. Iterate four times between two tests; where z has left the disk, go back
//   to the z before these four and find the count. (Near c = -2, near_tip(c.re), each iteration needs its test.)
// - Most of the time goes into pixels that never leave. In the Mandelbrot set (not in Julia sets: picture.julia)
//   points of the cardioid and of the disk of period 2 need no iteration: deep_inside(c) in
//   kernels/mandelbrot/interior.hpp.
// Look at the scene `inside`, where all pixels reach the limit: how near is it to the GPU's peak in the roofline?
