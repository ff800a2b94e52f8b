// A variant of one's own of heat: how warmth spreads over a plate whose edge is kept at 0, step by step.
//
// A kernel is launched for each pass over the plate: one a time step with the integrator euler, several with others.
// It is given
//   step.rows         which rows to compute: step.rows.begin to step.rows.end - 1 (other rows are another processor's,
//                     or have other launches)
//   step.width        how many nodes a row has; there are as many rows
//   step.out(x, y)    where the new temperature of node (x, y) goes
//   step.new_value(x, y)
//                     that temperature: 0 on the edge, otherwise from the node and its four neighbors
// kernels/heat/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/heat/own.hpp"
using namespace heteroscope::heat;

HETEROSCOPE_VARIANT(heat)
HETEROSCOPE_SUMMARY("One thread a node")
HETEROSCOPE_BLOCK(64, 4)

template <class T>
__global__ void advance(const Step<T> step) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = step.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x < step.width && y < step.rows.end) step.out(x, y) = step.new_value(x, y);
}

// For the memory lens, which computes from these lines alone: what a thread reads and writes, in the kernel's order.
// Who changes the kernel changes them, or takes them out.
HETEROSCOPE_LET(inner, x > 0 && y > 0 && x < width - 1 && y < height - 1)
HETEROSCOPE_LOADS(in, x + y * width, inner)
HETEROSCOPE_LOADS(base, x + y * width, reads_base != 0 && inner)
HETEROSCOPE_LOADS(in, x - 1 + y * width, inner)
HETEROSCOPE_LOADS(in, x + 1 + y * width, inner)
HETEROSCOPE_LOADS(in, x + (y - 1) * width, inner)
HETEROSCOPE_LOADS(in, x + (y + 1) * width, inner)
HETEROSCOPE_STORES(out, x + y * width, x < width && y < height)

// What to try next:
// - Other blocks: HETEROSCOPE_BLOCK(32, 8), (128, 2), (256, 1). Neighboring threads should read neighboring columns.
// - Each value is read by five threads. Let a block load its tile, with a border of one node, into shared memory by
//   step.in(x, y), wait with __syncthreads(), and compute stepped(step.base(x, y), step.c, center, west, east, north,
//   south) from there; HETEROSCOPE_SHARED((block_x + 2) * (block_y + 2) * bytes) asks for the memory.
// - Let a thread walk down a column, and keep three rows in registers: HETEROSCOPE_TUNE(rows_a_thread, 8, {4, 8,
//   16}), and HETEROSCOPE_GRID(ceil_div(width, block_x), ceil_div(height, block_y * rows_a_thread)).
// How near is it to what memory allows? The roofline shows it.
