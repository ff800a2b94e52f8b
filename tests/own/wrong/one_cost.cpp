// It knows one function of two points alone.
#include "kernels/triangle/own.hpp"
using namespace heteroscope::triangle;

HETEROSCOPE_VARIANT(triangle)

template <class T>
void compute(const Triangle<T>& triangle) {
#pragma omp parallel for num_threads(triangle.threads) schedule(static)
  for (int y = triangle.rows.begin; y < triangle.rows.end; ++y) {
    for (int x = 0; x < triangle.width; ++x)
      if (x <= y) triangle.out(x, y) = cell_at<Cost::distance>(triangle.points, y, x);
  }
}
