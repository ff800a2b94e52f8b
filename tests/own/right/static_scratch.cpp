// Its counters are kept from call to call, and set to 0 in each.
#include <vector>

#include "kernels/histogram/own.hpp"

using namespace heteroscope::histogram;

HETEROSCOPE_VARIANT(histogram)

template <class T>
void count_up(const Histogram<T>& histogram) {
  static std::vector<unsigned long long> own;
  own.assign(static_cast<std::size_t>(histogram.bins), 0);
  for (std::int64_t i = 0; i < histogram.count; ++i) ++own[static_cast<std::size_t>(histogram.bin(i))];
  for (int bin = 0; bin < histogram.bins; ++bin) histogram.counts[bin] += own[static_cast<std::size_t>(bin)];
}
