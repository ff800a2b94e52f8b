// The plain loop on one thread.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
void compute(const Threshold<T>& image) {
  for (int y = image.rows.begin; y < image.rows.end; ++y) {
    for (int x = 0; x < image.width; ++x) image.out(x, y) = image.value(x, y);
  }
}
