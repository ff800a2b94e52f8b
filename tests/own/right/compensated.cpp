// Rounding errors are carried along.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)

template <class T>
void compute(const Mean<T>& mean) {
  double sum = 0;
  double error = 0;
  for (std::int64_t i = 0; i < mean.count; ++i) {
    const double term = mean.term(i) - error;
    const double next = sum + term;
    error = (next - sum) - term;
    sum = next;
  }
  *mean.sum += sum;
}
