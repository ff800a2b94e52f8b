#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/blur/reference.hpp"

namespace heteroscope::blur {
namespace {

void run(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    const auto& parameters = job.parameters_as<Parameters>();
    const std::vector<T> mask = square_mask<T>(parameters);
    parallel_rows(job, [&](int y) { direct_row(job, mask, parameters, y); });
  });
}

}  // namespace

extern const Variant omp;
const Variant omp{.processor = Processor::cpu,
                  .summary = "OpenMP: the full mask at each pixel; each thread has a range of rows.",
                  .knobs = {.precisions = both_precisions, .threads = true},
                  .run = run};

}  // namespace heteroscope::blur
