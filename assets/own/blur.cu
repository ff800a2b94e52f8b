// A variant of one's own of blur: each pixel becomes the weighted sum of the pixels around it.
//
// The kernel is given
//   blur.rows         which rows to compute: blur.rows.begin to blur.rows.end - 1
//   blur.width        how many pixels a row has
//   blur.radius       how far the mask of weights reaches: it has blur.taps = 2 radius + 1 rows and columns
//   blur.in(x, y)     a pixel of the image; (x, y) may lie outside, where the person's choice of a border decides
//   blur.weight(i, j) a weight of the mask, in its column i and row j
//   blur.add_row(sum, x, y, j)
//                     sum + weight(0, j) in(x - radius, y + j - radius) + ... + weight(taps - 1, j) in(x + radius, ...)
//   blur.out(x, y)    where the result goes
// kernels/blur/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/blur/own.hpp"
using namespace heteroscope::blur;

HETEROSCOPE_VARIANT(blur)
HETEROSCOPE_SUMMARY("One thread a pixel, which adds up its whole neighborhood")
HETEROSCOPE_BLOCK(32, 8)

template <class T>
__global__ void weighted(const Convolution<T> blur) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blur.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= blur.width || y >= blur.rows.end) return;
  T sum = 0;
  for (int j = 0; j < blur.taps; ++j) sum = blur.add_row(sum, x, y, j);
  blur.out(x, y) = sum;
}

// What to try next:
// - A pixel is read by taps * taps threads. Let a block load its tile, with a border of blur.radius pixels on all
//   sides, into shared memory by blur.in(x, y), wait with __syncthreads(), and add up from there. The tile's size
//   depends on the radius, and HETEROSCOPE_SHARED knows only the block: take the largest, (block_x + 64) * (block_y +
//   64) * bytes, or write for radii up to 8.
// - The mask is a product: weight(i, j) is blur.line.weight[j] * blur.line.weight[i]. Blur the tile's rows first and
//   the columns of that afterward: 2 taps additions a pixel in place of taps * taps. The last bits then differ from
//   the reference's; `verify` allows what the order of additions explains.
// - Let a thread compute several pixels of a column, and keep in registers what they share.
