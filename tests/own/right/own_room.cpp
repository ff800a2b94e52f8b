// Each column goes by way of memory of the function's own, which it keeps between calls.
#include "kernels/transpose/own.hpp"

#include <vector>

using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)

template <class T>
void compute(const Transposition<T>& image) {
  static std::vector<T> column;
  column.resize(static_cast<std::size_t>(image.height));
  for (int x = image.columns.begin; x < image.columns.end; ++x) {
    for (int y = 0; y < image.height; ++y) column[static_cast<std::size_t>(y)] = image.in(x, y);
    for (int y = 0; y < image.height; ++y) image.out(y, x) = column[static_cast<std::size_t>(y)];
  }
}
