#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/binarize/threshold.hpp"

namespace heteroscope::binarize {
namespace {

void run(const Job& job) {
  const double mean = mean_of(job);
  with_precision(job.output.precision, [&]<class T>() {
    parallel_rows(job, [&](int y) {
      const T* values = job.input.row<const T>(y);
      T* out = job.output.row<T>(y);
      for (int x = 0; x < job.output.size.width; ++x) out[x] = binarized(values[x], mean);
    });
  });
}

}  // namespace

extern const Variant threshold_omp;
const Variant threshold_omp{.processor = Processor::cpu,
                            .summary = "OpenMP: each thread compares the values of one run of rows.",
                            .knobs = {.precisions = both_precisions, .threads = true},
                            .run = run};

}  // namespace heteroscope::binarize
