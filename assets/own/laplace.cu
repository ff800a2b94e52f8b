// A variant of one's own of laplace: the potential in a square that is given on its edge, relaxed until it settles.
//
// A kernel is launched for each pass over the square. With the method jacobi that is a step, and every node becomes
// the mean of its four neighbors before the step. With red_black and sor a step has two passes, over the nodes of one
// color each, like the fields of a chessboard. It is given
//   relaxation.rows            which rows to compute: rows.begin to rows.end - 1
//   relaxation.columns         how many nodes of a row to compute: all of them, or those of one color
//   relaxation.column(i, y)    in which column the i-th of them is, in row y
//   relaxation.width           how many nodes a row has; there are as many rows
//   relaxation.out(x, y)       where the new potential of node (x, y) goes
//   relaxation.new_value(x, y) that potential; the edge keeps its values
// kernels/laplace/own.hpp explains all members. T is float or double, as the person has chosen. Other methods (cg,
// multigrid, direct) have kernels of several kinds, and take no variant of one's own.
#include "kernels/laplace/own.hpp"
using namespace heteroscope::laplace;

HETEROSCOPE_VARIANT(laplace)
HETEROSCOPE_SUMMARY("One thread a node")
HETEROSCOPE_BLOCK(32, 8)

template <class T>
__global__ void relax(const Relaxation<T> relaxation) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = relaxation.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= relaxation.columns || y >= relaxation.rows.end) return;
  const int x = relaxation.column(i, y);
  relaxation.out(x, y) = relaxation.new_value(x, y);
}

// What to try next:
// - Other blocks: HETEROSCOPE_BLOCK(64, 4), (128, 2), (16, 16).
// - With colors, a warp reads every other value of a row, and half of what it loads is of no use to it. Let a thread
//   compute two nodes that share neighbors, one in row y and one in row y + 1.
// - With jacobi, each value is read by four threads: let a block load a tile with a border of one node into shared
//   memory (HETEROSCOPE_SHARED((block_x + 2) * (block_y + 2) * bytes)).
// A better method saves more than any kernel: how many steps do jacobi and sor need for the same square?
