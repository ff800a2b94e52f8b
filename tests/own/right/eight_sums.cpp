// Eight sums by turns.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)

template <class T>
void compute(const Mean<T>& mean) {
  double sums[8] = {};
  for (std::int64_t i = 0; i < mean.count; ++i) sums[i % 8] += mean.term(i);
  for (const double each : sums) *mean.sum += each;
}
