#include "kernels/transpose/rows.hpp"

namespace heteroscope::transpose {
namespace {

void run(const MapJob& job) {
  with_precision(job.output.precision,
                 [&]<class T>() { rows_in_order(job, [&](int y) { transpose_row<T>(job, y); }); });
}

}  // namespace

extern const Variant sequential;
const Variant sequential{
    .processor = Processor::cpu,
    .summary = "The reference: the plain loop on one thread; reads down columns and writes along rows.",
    .knobs = {.precisions = both_precisions},
    .run = run};

}  // namespace heteroscope::transpose
