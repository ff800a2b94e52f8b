// It adds from the last value to the first.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)

template <class T>
void compute(const Mean<T>& mean) {
  double sum = 0;
  for (std::int64_t i = mean.count - 1; i >= 0; --i) sum += mean.term(i);
  *mean.sum += sum;
}
