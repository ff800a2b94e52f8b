// It takes for granted that each row begins at a multiple of four values.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
void compute(const Threshold<T>& image) {
  for (int y = image.rows.begin; y < image.rows.end; ++y) {
    const std::ptrdiff_t row = image.place(0, y) / 4 * 4;
    for (int x = 0; x < image.width; ++x) image.out_data[row + x] = binarized(image.in_data[row + x], image.mean);
  }
}
