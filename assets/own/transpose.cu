// A variant of one's own of transpose: pixel (x, y) of an image becomes pixel (y, x) of the result.
//
// The kernel is given
//   image.columns    which columns of the image to transpose: image.columns.begin to image.columns.end - 1. They become
//                    rows of the result; other rows are another processor's, or have other launches
//   image.height     how many rows the image has
//   image.in(x, y)   pixel (x, y) of the image
//   image.out(x, y)  where pixel (x, y) of the result goes
// A launch is over these columns and all rows: width and height in HETEROSCOPE_GRID are their numbers.
// kernels/transpose/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)
HETEROSCOPE_SUMMARY("One thread a pixel: reads along rows and writes down columns")
HETEROSCOPE_BLOCK(8, 32)

template <class T>
__global__ void turn(const Transposition<T> image) {
  const int x = image.columns.begin + blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < image.columns.end && y < image.height) image.out(y, x) = image.in(x, y);
}

// For the memory lens, which computes from these lines alone: what a thread reads and writes, in the kernel's order.
// Who changes the kernel changes them, or takes them out. A tile in shared memory is HETEROSCOPE_TILE(tile, block_x,
// block_y), which is then an array like the others.
HETEROSCOPE_LOADS(in, x + y * width, x < width && y < height)
HETEROSCOPE_STORES(out, y + x * height, x < width && y < height)

// What to try next:
// - Neighboring threads of a warp read neighbors, but write a whole row apart: each write is an access of its own.
//   Which block shape loses least? (32, 8), (16, 16), (4, 64)?
// - Let a block carry a tile through shared memory: read its rows, __syncthreads(), and write its columns as rows, so
//   that both are neighbors in memory. HETEROSCOPE_SHARED(block_x * block_y * bytes); in the kernel extern __shared__
//   __align__(16) unsigned char memory[]; T* const tile = reinterpret_cast<T*>(memory);
// - With tiles of 32 x 32, all values of a column lie in one of the 32 banks of shared memory, and are read one after
//   the other. One more value a row, (block_x + 1) * block_y * bytes, and they lie in different ones.
// - Fewer threads, each for four pixels: HETEROSCOPE_BLOCK(32, 8), HETEROSCOPE_GRID(ceil_div(width, 32),
//   ceil_div(height, 32)), and a loop of four in the kernel.
// A copy of as many bytes is the limit: the roofline shows how near it is.
