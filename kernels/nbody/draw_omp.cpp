#include "core/base/ceil_div.hpp"
#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/nbody/draw_rows.hpp"

namespace heteroscope::nbody {
namespace {

void run(const MapJob& job) {
  const int band = std::max(ceil_div(job.rows.count(), job.threads), 1);
  with_precision(job.output.precision, [&]<class T>() {
    const auto draw = [&](int y) { draw_rows<T>(job, {y, std::min(y + band, job.rows.end)}); };
    parallel_rows(job, draw, band);
  });
}

}  // namespace

extern const Variant draw_omp;
const Variant draw_omp{.processor = Processor::cpu,
                       .summary = "OpenMP: each thread has a band of rows and draws the bodies that are in it.",
                       .knobs = {.precisions = both_precisions, .threads = true},
                       .run = run};

}  // namespace heteroscope::nbody
