// All threads add to one number, atomically.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)

template <class T>
void compute(const Mean<T>& mean) {
#pragma omp parallel for num_threads(mean.threads) schedule(static)
  for (std::int64_t i = 0; i < mean.count; ++i) {
#pragma omp atomic
    *mean.sum += mean.term(i);
  }
}
