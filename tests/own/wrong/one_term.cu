// It reads one plane, which is right with the integrators that have one term.
#include "kernels/heat/own.hpp"
using namespace heteroscope::heat;

HETEROSCOPE_VARIANT(heat)

template <class T>
__global__ void compute(const Step<T> step) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = step.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= step.width || y >= step.rows.end) return;
  const T* const in = step.in_data[0] + step.place(x, y);
  step.out(x, y) = step.on_edge(x, y)
                       ? T(0)
                       : stepped(step.base(x, y), step.c, in[0], in[-1], in[1], in[-step.width], in[step.width]);
}
