// Columns are copied by an algorithm of the standard library.
#include "kernels/transpose/own.hpp"

#include <algorithm>

using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

template <class T>
void compute(const Transposition<T>& image) {
  for (int x = image.columns.begin; x < image.columns.end; ++x) {
    int y = 0;
    std::generate_n(&image.out(0, x), image.height, [&] { return image.in(x, y++); });
  }
}
