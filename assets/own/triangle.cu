// A variant of one's own of triangle: the cells of a matrix on and below its diagonal, each computed from two points.
//
// The kernel is given
//   triangle.rows         which rows to compute: triangle.rows.begin to triangle.rows.end - 1. Row y has the columns
//                         0 to y; cells right of these must not be written
//   triangle.value(x, y)  the value of the cell in column x of row y: the distance of two points, say
//   triangle.out(x, y)    where it goes
// A launch is over these rows and as many columns as the last one has. kernels/triangle/own.hpp explains all members.
// T is float or double, as the person has chosen.
#include "kernels/triangle/own.hpp"
using namespace heteroscope::triangle;

HETEROSCOPE_VARIANT(triangle)
HETEROSCOPE_SUMMARY("A square of blocks; threads right of the diagonal have nothing to do")
HETEROSCOPE_BLOCK(16, 16)

template <class T>
__global__ void cells(const Triangle<T> triangle) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = triangle.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= y && y < triangle.rows.end) triangle.out(x, y) = triangle.value(x, y);
}

// What to try next:
// - Nearly half of the blocks end at once, and still have to be started. With other blocks, (32, 8) or (64, 4), how
//   many threads right of the diagonal are left?
// - One line of blocks that has no block too many: the k-th block is in row floor(sqrt(2 k + 1/4) - 1/2) of blocks.
//   The root must be exact: correct it by comparing r (r + 1) / 2 with k. It costs a root a block. This works where
//   the rows begin with row 0; those of a part begin with more blocks a row.
// - Folding: a rectangle of half the height, whose blocks right of the diagonal take cells from the other end.
// - The triangle's points are read again and again: a tile needs block_x + block_y of them, in shared memory.
