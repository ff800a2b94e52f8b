// It computes pairs of columns: where a row has an odd number, the last one is missing.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
void compute(const Threshold<T>& image) {
  for (int y = image.rows.begin; y < image.rows.end; ++y) {
    for (int x = 0; x + 1 < image.width; x += 2) {
      image.out(x, y) = image.value(x, y);
      image.out(x + 1, y) = image.value(x + 1, y);
    }
  }
}
