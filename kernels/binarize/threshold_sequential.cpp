#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/binarize/level.hpp"
#include "kernels/binarize/reference.hpp"

namespace heteroscope::binarize {
namespace {

void run(const MapJob& job) {
  const double mean = mean_of(job);
  with_precision(job.output.precision, [&]<class T>() {
    rows_in_order(job, [&](int y) {
      threshold_row(job.output.row<T>(y), job.input.row<const T>(y), job.output.size.width, mean);
    });
  });
}

}  // namespace

extern const Variant threshold_sequential;
const Variant threshold_sequential{.processor = Processor::cpu,
                                   .summary = "The reference: compares each value with the mean, on one thread.",
                                   .knobs = {.precisions = both_precisions},
                                   .run = run};

}  // namespace heteroscope::binarize
