// Counts rows in 16 bits.
#include "kernels/transpose/own.hpp"

using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

template <class T>
void compute(const Transposition<T>& image) {
  const auto height = static_cast<unsigned short>(image.height);
  for (int x = image.columns.begin; x < image.columns.end; ++x)
    for (unsigned short y = 0; y < height; ++y) image.out(y, x) = image.in(x, y);
}
