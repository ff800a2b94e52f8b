// It writes the row below each of its own as well, as if that had the same values.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
void compute(const Threshold<T>& image) {
  for (int y = image.rows.begin; y < image.rows.end; ++y) {
    for (int x = 0; x < image.width; ++x) image.out(x, y) = image.value(x, y);
  }
  const int last = image.rows.end - 1;
  for (int x = 0; x < image.width; ++x) image.out(x, last + 1) = image.value(x, last);
}
