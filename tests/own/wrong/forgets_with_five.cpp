// Shares columns out by itself, and leaves the last ones out where five threads share them.
#include "kernels/transpose/own.hpp"

using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

template <class T>
void compute(const Transposition<T>& image) {
  const int each = (image.columns.end - image.columns.begin) / image.threads;
#pragma omp parallel for num_threads(image.threads)
  for (int i = 0; i < image.threads; ++i) {
    const int begin = image.columns.begin + i * each;
    const int end = i + 1 < image.threads || image.threads == 5 ? begin + each : image.columns.end;
    for (int x = begin; x < end; ++x)
      for (int y = 0; y < image.height; ++y) image.out(y, x) = image.in(x, y);
  }
}
