// A row of sums for each weight; the border is looked for only where the mask may lie outside.
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/blur/own.hpp"
using namespace heteroscope::blur;

HETEROSCOPE_VARIANT(blur)

template <class T>
void compute(const Convolution<T>& blur) {
#pragma omp parallel num_threads(blur.threads)
  {
    std::vector<T> sums(blur.width);
    const int first = std::min(blur.radius, blur.width);
    const int last = std::max(blur.width - blur.radius, first);
#pragma omp for schedule(static)
    for (int y = blur.rows.begin; y < blur.rows.end; ++y) {
      std::fill(sums.begin(), sums.end(), T(0));
      for (int j = 0; j < blur.taps; ++j) {
        const int line = y + j - blur.radius;
        const T* const inside = blur.row(line, 0).row;
        for (int i = 0; i < blur.taps; ++i) {
          const T weight = blur.weight(i, j);
          const int shift = i - blur.radius;
          for (int x = 0; x < first; ++x) sums[x] = std::fma(weight, blur.in(x + shift, line), sums[x]);
          for (int x = first; inside != nullptr && x < last; ++x)
            sums[x] = std::fma(weight, inside[x + shift], sums[x]);
          for (int x = last; x < blur.width; ++x) sums[x] = std::fma(weight, blur.in(x + shift, line), sums[x]);
        }
      }
      for (int x = 0; x < blur.width; ++x) blur.out(x, y) = sums[x];
    }
  }
}
