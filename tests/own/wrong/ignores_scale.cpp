// It leaves out the factor, which is 1 unless values are so large that their sum could overflow.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)

template <class T>
void compute(const Mean<T>& mean) {
  double sum = 0;
  for (std::int64_t i = 0; i < mean.count; ++i) sum += mean.in_data[i];
  *mean.sum += sum;
}
