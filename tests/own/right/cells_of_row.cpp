// Each row up to the diagonal.
#include "kernels/triangle/own.hpp"
using namespace heteroscope::triangle;

HETEROSCOPE_VARIANT(triangle)

template <class T>
void compute(const Triangle<T>& triangle) {
#pragma omp parallel for num_threads(triangle.threads) schedule(dynamic, 4)
  for (int y = triangle.rows.begin; y < triangle.rows.end; ++y) {
    for (int x = 0; x <= y; ++x) triangle.out(x, y) = triangle.value(x, y);
  }
}
