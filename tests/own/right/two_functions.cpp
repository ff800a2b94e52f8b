// Two functions: one of the even columns, one of the odd ones.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)
HETEROSCOPE_KERNELS(even, odd)

template <class T>
void even(const Threshold<T>& image) {
  for (int y = image.rows.begin; y < image.rows.end; ++y) {
    for (int x = 0; x < image.width; x += 2) image.out(x, y) = image.value(x, y);
  }
}

template <class T>
void odd(const Threshold<T>& image) {
  for (int y = image.rows.begin; y < image.rows.end; ++y) {
    for (int x = 1; x < image.width; x += 2) image.out(x, y) = image.value(x, y);
  }
}
