// It takes the height for the length of a row of the image.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

template <class T>
void compute(const Transposition<T>& image) {
  for (int x = image.columns.begin; x < image.columns.end; ++x) {
    for (int y = 0; y < image.height; ++y)
      image.out(y, x) = image.in_data[static_cast<std::ptrdiff_t>(y) * image.height + x];
  }
}
