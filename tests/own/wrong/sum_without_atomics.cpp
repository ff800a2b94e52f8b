// All threads add to one number without an atomic addition.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)

template <class T>
void compute(const Mean<T>& mean) {
  volatile double sum = 0;
#pragma omp parallel for num_threads(mean.threads) schedule(static, 1)
  for (std::int64_t i = 0; i < mean.count; ++i) sum = sum + mean.term(i);
  *mean.sum += sum;
}
