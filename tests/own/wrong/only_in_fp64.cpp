// In fp64 it goes by way of fp32.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

template <class T>
void compute(const Transposition<T>& image) {
  for (int x = image.columns.begin; x < image.columns.end; ++x) {
    for (int y = 0; y < image.height; ++y) image.out(y, x) = static_cast<float>(image.in(x, y));
  }
}
