// A variant of one's own of histogram: how many values of an image belong to each bin.
//
// The function is given
//   histogram.count     how many values there are: they are numbered from 0 to histogram.count - 1
//   histogram.bin(i)    the bin of the i-th value, from 0 to histogram.bins - 1
//   histogram.counts    a counter for each bin. They need not be 0, since other calls may have counted before
//   histogram.threads   how many threads to use
// kernels/histogram/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/histogram/own.hpp"
using namespace heteroscope::histogram;

HETEROSCOPE_VARIANT(histogram)
HETEROSCOPE_SUMMARY("One atomic addition a value")

template <class T>
void count_up(const Histogram<T>& histogram) {
#pragma omp parallel for num_threads(histogram.threads) schedule(static)
  for (std::int64_t i = 0; i < histogram.count; ++i) {
    unsigned long long& count = histogram.counts[histogram.bin(i)];
#pragma omp atomic
    ++count;
  }
}

// What to try next:
// - An atomic addition takes twenty times as long as a plain one, and longer where two threads meet. Let each thread
//   count in an array of its own (histogram.bins counters), and add these up at the end, one thread at a time.
// - Equal values in a row wait for each other even so: a counter is read, counted up and written before the next one
//   can be. Count neighboring values in four arrays by turns. Try an image of one color.
// - How the bin is found is asked for each value: a loop of its own for each kind of binning (histogram.in_range,
//   histogram.by_mask, histogram.by_modulo) becomes vectors.
