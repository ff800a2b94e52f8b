// Leaves the last column out where eight threads share them.
#include "kernels/transpose/own.hpp"

using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

template <class T>
void compute(const Transposition<T>& image) {
  const int end = image.columns.end - (image.threads == 8 && image.columns.end == image.width ? 1 : 0);
#pragma omp parallel for num_threads(image.threads)
  for (int x = image.columns.begin; x < end; ++x)
    for (int y = 0; y < image.height; ++y) image.out(y, x) = image.in(x, y);
}
