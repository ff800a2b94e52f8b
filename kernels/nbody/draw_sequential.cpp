#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/nbody/draw_rows.hpp"

namespace heteroscope::nbody {
namespace {

void run(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    rows_in_order(
        job, [&](int) { draw_rows<T>(job, job.rows); }, std::max(job.rows.count(), 1));
  });
}

}  // namespace

extern const Variant draw_sequential;
const Variant draw_sequential{.processor = Processor::cpu,
                              .summary = "The reference: body by body.",
                              .knobs = {.precisions = both_precisions},
                              .run = run};

}  // namespace heteroscope::nbody
