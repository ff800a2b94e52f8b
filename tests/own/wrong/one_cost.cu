// It knows one function of two points alone.
#include "kernels/triangle/own.hpp"
using namespace heteroscope::triangle;

HETEROSCOPE_VARIANT(triangle)

template <class T>
__global__ void compute(const Triangle<T> triangle) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = triangle.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= y && y < triangle.rows.end) triangle.out(x, y) = cell_at<Cost::distance>(triangle.points, y, x);
}
