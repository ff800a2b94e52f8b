// It writes cells above the diagonal.
#include "kernels/triangle/own.hpp"
using namespace heteroscope::triangle;

HETEROSCOPE_VARIANT(triangle)

template <class T>
__global__ void compute(const Triangle<T> triangle) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = triangle.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x < triangle.width && y < triangle.rows.end) triangle.out(x, y) = x <= y ? triangle.value(x, y) : T(0);
}
