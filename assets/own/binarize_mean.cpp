// A variant of one's own of binarize's first stage: the mean of all values of an image. The function adds the values
// up; the program divides by their number.
//
// The function is given
//   mean.count     how many values there are: they are numbered from 0 to mean.count - 1
//   mean.term(i)   the i-th value, in fp64
//   mean.sum       what their sum is to be added to; it need not be 0, since other calls may have added to it
//   mean.threads   how many threads to use
// kernels/binarize/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)
HETEROSCOPE_SUMMARY("Each thread adds up a range of values; the sums are added at the end")

template <class T>
void add_up(const Mean<T>& mean) {
  double sum = 0;
#pragma omp parallel for num_threads(mean.threads) schedule(static) reduction(+ : sum)
  for (std::int64_t i = 0; i < mean.count; ++i) sum += mean.term(i);
  *mean.sum += sum;
}

// What to try next:
// - An addition waits for the one before it. Add to eight sums by turns, and add those up at the end: does the
//   compiler make vectors of it? How does the mean's error change?
// - Let all threads add to one number with #pragma omp atomic: how much slower is it, with one thread and with all?
// - Carry the rounding errors along (Kahan): what does it cost where memory is the limit?
// Each value is read once: how near does it come to what memory allows?
