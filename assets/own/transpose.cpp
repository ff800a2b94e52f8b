// A variant of one's own of transpose: pixel (x, y) of an image becomes pixel (y, x) of the result.
//
// The function is given
//   image.columns    which columns of the image to transpose: image.columns.begin to image.columns.end - 1. They become
//                    rows of the result; other rows are another processor's, or have other calls
//   image.height     how many rows the image has
//   image.in(x, y)   pixel (x, y) of the image
//   image.out(x, y)  where pixel (x, y) of the result goes
//   image.threads    how many threads to use
// kernels/transpose/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;

HETEROSCOPE_VARIANT(transpose)
HETEROSCOPE_SUMMARY("The plain loop; each thread has a range of columns")

template <class T>
void turn(const Transposition<T>& image) {
#pragma omp parallel for num_threads(image.threads) schedule(static)
  for (int x = image.columns.begin; x < image.columns.end; ++x) {
    for (int y = 0; y < image.height; ++y) image.out(y, x) = image.in(x, y);
  }
}

// What to try next:
// - The inner loop writes neighbors and reads a whole row apart: each read brings a cache line of which one value is
//   used. Exchange the loops: which is faster, and from which size on?
// - Go tile by tile: HETEROSCOPE_TUNE(tile, 32, {8, 16, 32, 64, 128}), two loops over tiles around two within one. A
//   tile's lines stay in the cache until all of their values are used.
// - Within a tile, eight by eight values fit into vector registers.
// A copy of as many bytes is the limit: the roofline shows how near it is.
