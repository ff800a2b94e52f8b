// A block loads its nodes and those around them into shared memory.
#include "kernels/heat/own.hpp"
using namespace heteroscope::heat;

HETEROSCOPE_VARIANT(heat)
HETEROSCOPE_SHARED((block_x + 2) * (block_y + 2) * bytes)

template <class T>
__global__ void compute(const Step<T> step) {
  extern __shared__ unsigned char memory[];
  T* const tile = reinterpret_cast<T*>(memory);
  const int pitch = blockDim.x + 2;
  const int left = static_cast<int>(blockIdx.x * blockDim.x) - 1;
  const int top = step.rows.begin + static_cast<int>(blockIdx.y * blockDim.y) - 1;
  const int count = pitch * (blockDim.y + 2);
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < count; i += blockDim.x * blockDim.y) {
    const int x = left + i % pitch;
    const int y = top + i / pitch;
    const bool inside = x >= 0 && x < step.width && y >= 0 && y < step.width && y <= step.rows.end;
    if (inside) tile[i] = step.in(x, y);
  }
  __syncthreads();
  const int x = left + 1 + threadIdx.x;
  const int y = top + 1 + threadIdx.y;
  if (x >= step.width || y >= step.rows.end) return;
  if (step.on_edge(x, y)) {
    step.out(x, y) = 0;
    return;
  }
  const T* const node = tile + (threadIdx.y + 1) * pitch + threadIdx.x + 1;
  step.out(x, y) = stepped(step.base(x, y), step.c, node[0], node[-1], node[1], node[-pitch], node[pitch]);
}
