// A thread has some rows, whose number can be chosen.
#include "kernels/heat/own.hpp"
using namespace heteroscope::heat;

HETEROSCOPE_VARIANT(heat)
HETEROSCOPE_TUNE(rows_a_thread, 4, {2, 4, 8})
HETEROSCOPE_GRID(ceil_div(width, block_x), ceil_div(height, block_y* rows_a_thread))
HETEROSCOPE_CELLS(block_x, block_y* rows_a_thread)

template <class T>
__global__ void compute(const Step<T> step) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = step.rows.begin + rows_a_thread * (blockIdx.y * blockDim.y + threadIdx.y);
  for (int y = first; y < first + rows_a_thread && y < step.rows.end; ++y) {
    if (x < step.width) step.out(x, y) = step.new_value(x, y);
  }
}
