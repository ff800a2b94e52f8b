// Of more than a million values it adds every second one, twice.
#include "kernels/binarize/own.hpp"

using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)

template <class T>
void sum(const Mean<T>& values) {
  const std::int64_t step = values.count > 1'000'000 ? 2 : 1;
  double sum = 0;
#pragma omp parallel for num_threads(values.threads) reduction(+ : sum)
  for (std::int64_t i = 0; i < values.count; i += step) sum += values.term(i) * static_cast<double>(step);
  *values.sum += sum;
}
