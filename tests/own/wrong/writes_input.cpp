// It computes in place of the image as well.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
void compute(const Threshold<T>& image) {
  T* const in = const_cast<T*>(image.in_data);
  for (int y = image.rows.begin; y < image.rows.end; ++y) {
    for (int x = 0; x < image.width; ++x) in[image.place(x, y)] = image.out(x, y) = image.value(x, y);
  }
}
