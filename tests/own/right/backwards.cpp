// It goes from the last row to the first.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
void compute(const Threshold<T>& image) {
  for (int y = image.rows.end - 1; y >= image.rows.begin; --y) {
    for (int x = image.width - 1; x >= 0; --x) image.out(x, y) = image.value(x, y);
  }
}
