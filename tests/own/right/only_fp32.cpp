// A function of fp32 alone.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

void compute(const Transposition<float>& image) {
  for (int x = image.columns.begin; x < image.columns.end; ++x) {
    for (int y = 0; y < image.height; ++y) image.out(y, x) = image.in(x, y);
  }
}
