// A variant of one's own of binarize's second stage: a pixel becomes 255 if its value is at least the mean of the
// whole image, otherwise 0.
//
// The kernel is given
//   image.rows         which rows to compute: image.rows.begin to image.rows.end - 1
//   image.width        how many pixels a row has
//   image.mean         the mean of all values, from the stage before
//   image.in(x, y)     the value of pixel (x, y)
//   image.value(x, y)  255 or 0: the result of comparing both, in fp64
//   image.out(x, y)    where that goes
// kernels/binarize/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)
HETEROSCOPE_SUMMARY("One thread a pixel")
HETEROSCOPE_BLOCK(64, 4)

template <class T>
__global__ void compare(const Threshold<T> image) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = image.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x < image.width && y < image.rows.end) image.out(x, y) = image.value(x, y);
}

// For the memory lens, which computes from these lines alone: what a thread reads and writes, in the kernel's order.
// Who changes the kernel changes them, or takes them out. Four values at once are in[4] and out[4].
HETEROSCOPE_LOADS(in, x + y * width, x < width && y < height)
HETEROSCOPE_STORES(out, x + y * width, x < width && y < height)

// What to try next:
// - Other blocks: HETEROSCOPE_BLOCK(256, 1), (32, 8), (4, 64). Why is the last one slow?
// - A thread for each four pixels of a row: one load and one store of 16 bytes (float4), where the width is a
//   multiple of four: HETEROSCOPE_GRID(ceil_div(width, 4 * block_x), ceil_div(height, block_y)).
// - Comparing in fp64 is slow on many GPUs. For float, find once the least float that is not below the mean, and
//   compare with that: the result must not change for a single value.
// A value is read and one is written: the roofline shows how near it comes to what memory allows.
