// It adds in fp32, whatever the precision is.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)

template <class T>
void compute(const Mean<T>& mean) {
  float sum = 0;
  for (std::int64_t i = 0; i < mean.count; ++i) sum += static_cast<float>(mean.term(i));
  *mean.sum += sum;
}
