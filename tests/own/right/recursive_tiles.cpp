// Halves the image until a part fits into a cache.
#include "kernels/transpose/own.hpp"

using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)
HETEROSCOPE_KERNELS(compute)

template <class T>
void part(const Transposition<T>& image, heteroscope::Rows columns, heteroscope::Rows rows) {
  constexpr int small = 16;
  if (columns.count() <= small && rows.count() <= small) {
    for (int x = columns.begin; x < columns.end; ++x)
      for (int y = rows.begin; y < rows.end; ++y) image.out(y, x) = image.in(x, y);
    return;
  }
  const bool wide = columns.count() >= rows.count();
  const int middle = wide ? (columns.begin + columns.end) / 2 : (rows.begin + rows.end) / 2;
  part(image, wide ? heteroscope::Rows{columns.begin, middle} : columns,
       wide ? rows : heteroscope::Rows{rows.begin, middle});
  part(image, wide ? heteroscope::Rows{middle, columns.end} : columns,
       wide ? rows : heteroscope::Rows{middle, rows.end});
}

template <class T>
void compute(const Transposition<T>& image) {
  part(image, image.columns, {0, image.height});
}
