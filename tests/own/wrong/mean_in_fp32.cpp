// It compares with the mean as fp32 has it.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
void compute(const Threshold<T>& image) {
  const auto mean = static_cast<float>(image.mean);
  for (int y = image.rows.begin; y < image.rows.end; ++y) {
    for (int x = 0; x < image.width; ++x) image.out(x, y) = binarized(image.in(x, y), mean);
  }
}
