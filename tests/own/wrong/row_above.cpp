// It clears the row above its own, where there is one.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
void compute(const Threshold<T>& image) {
#pragma omp parallel for num_threads(image.threads) schedule(static)
  for (int y = image.rows.begin; y < image.rows.end; ++y) {
    for (int x = 0; x < image.width; ++x) image.out(x, y) = image.value(x, y);
  }
  if (image.rows.begin == 0) return;
  for (int x = 0; x < image.width; ++x) image.out(x, image.rows.begin - 1) = 0;
}
