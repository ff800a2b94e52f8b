// A variant of one's own of blur: each pixel becomes the weighted sum of the pixels around it.
//
// The function is given
//   blur.rows         which rows to compute: blur.rows.begin to blur.rows.end - 1
//   blur.width        how many pixels a row has
//   blur.radius       how far the mask of weights reaches: it has blur.taps = 2 radius + 1 rows and columns
//   blur.in(x, y)     a pixel of the image; (x, y) may lie outside, where the person's choice of a border decides
//   blur.weight(i, j) a weight of the mask, in its column i and row j
//   blur.add_row(sum, x, y, j)
//                     sum + weight(0, j) in(x - radius, y + j - radius) + ... + weight(taps - 1, j) in(x + radius, ...)
//                     where std::fma takes each product with its addition
//   blur.out(x, y)    where the result goes
//   blur.threads      how many threads to use
// kernels/blur/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/blur/own.hpp"
using namespace heteroscope::blur;

HETEROSCOPE_VARIANT(blur)
HETEROSCOPE_SUMMARY("The plain loops; each thread has a range of rows")

template <class T>
void weighted(const Convolution<T>& blur) {
#pragma omp parallel for num_threads(blur.threads) schedule(static)
  for (int y = blur.rows.begin; y < blur.rows.end; ++y) {
    for (int x = 0; x < blur.width; ++x) {
      T sum = 0;
      for (int j = 0; j < blur.taps; ++j) sum = blur.add_row(sum, x, y, j);
      blur.out(x, y) = sum;
    }
  }
}

// What to try next:
// - Exchange the loops: for each row of the mask and each of its weights, go along the whole row of pixels and add to
//   an array of sums by std::fma. The additions of a pixel keep their order. The innermost loop becomes vectors if it
//   reads along a pointer, blur.row(y, 0).row (null: all of that row is 0): blur.in looks for the border at each
//   pixel, which only the first and the last radius pixels of a row need.
// - The mask is a product: weight(i, j) is blur.line.weight[j] * blur.line.weight[i]. Blur rows first, keep the last
//   taps of them, and blur their columns: 2 taps additions a pixel in place of taps * taps. The last bits then differ
//   from the reference's; `verify` allows what the order of additions explains.
