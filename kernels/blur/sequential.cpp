#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/blur/reference.hpp"

namespace heteroscope::blur {
namespace {

void run(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    const auto& parameters = job.parameters_as<Parameters>();
    const std::vector<T> mask = square_mask<T>(parameters);
    rows_in_order(job, [&](int y) { direct_row(job, mask, parameters, y); });
  });
}

}  // namespace

extern const Variant sequential;
const Variant sequential{.processor = Processor::cpu,
                         .summary = "The reference: the full mask at each pixel, on one thread.",
                         .knobs = {.precisions = both_precisions},
                         .run = run};

}  // namespace heteroscope::blur
