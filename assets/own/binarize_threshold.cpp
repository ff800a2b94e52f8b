// A variant of one's own of binarize's second stage: a pixel becomes 255 if its value is at least the mean of the
// whole image, otherwise 0.
//
// The function is given
//   image.rows         which rows to compute: image.rows.begin to image.rows.end - 1
//   image.width        how many pixels a row has
//   image.mean         the mean of all values, from the stage before
//   image.in(x, y)     the value of pixel (x, y)
//   image.value(x, y)  255 or 0: the result of comparing both, in fp64
//   image.out(x, y)    where that goes
//   image.threads      how many threads to use
// kernels/binarize/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, threshold)
HETEROSCOPE_SUMMARY("The plain loop; each thread has a range of rows")

template <class T>
void compare(const Threshold<T>& image) {
#pragma omp parallel for num_threads(image.threads) schedule(static)
  for (int y = image.rows.begin; y < image.rows.end; ++y) {
    for (int x = 0; x < image.width; ++x) image.out(x, y) = image.value(x, y);
  }
}

// What to try next:
// - A compiler makes vectors of the inner loop where it knows that in and out do not overlap: take const pointers to
//   the rows with __restrict__, or write #pragma omp simd.
// - For float, find once the least float that is not below the mean, and compare with that: twice as many values fit
//   into a vector. The result must not change for a single value.
// - The result is written and not read again: stores around the caches (_mm256_stream_ps) save a read of each line.
// A value is read and one is written: the roofline shows how near it comes to what memory allows.
