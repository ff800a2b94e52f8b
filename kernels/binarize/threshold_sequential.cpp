#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/binarize/threshold.hpp"

namespace heteroscope::binarize {
namespace {

void run(const Job& job) {
  const double mean = mean_of(job);
  with_precision(job.output.precision, [&]<class T>() {
    rows_in_order(job, [&](int y) {
      const T* values = job.input.row<const T>(y);
      T* out = job.output.row<T>(y);
      for (int x = 0; x < job.output.size.width; ++x) out[x] = binarized(values[x], mean);
    });
  });
}

}  // namespace

extern const Variant threshold_sequential;
const Variant threshold_sequential{.processor = Processor::cpu,
                                   .summary = "The reference: each value compared with the mean, on one thread.",
                                   .knobs = {.precisions = both_precisions},
                                   .run = run};

}  // namespace heteroscope::binarize
