#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/binarize/level.hpp"
#include "kernels/binarize/reference.hpp"

namespace heteroscope::binarize {
namespace {

void run(const MapJob& job) {
  const double mean = mean_of(job);
  with_precision(job.output.precision, [&]<class T>() {
    parallel_rows(job, [&](int y) {
      threshold_row(job.output.row<T>(y), job.input.row<const T>(y), job.output.size.width, mean);
    });
  });
}

}  // namespace

extern const Variant threshold_omp;
const Variant threshold_omp{.processor = Processor::cpu,
                            .summary = "OpenMP: each thread compares a range of rows.",
                            .knobs = {.precisions = both_precisions, .threads = true},
                            .run = run};

}  // namespace heteroscope::binarize
