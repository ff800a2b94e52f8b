#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "tests/example/rings/reference.hpp"

namespace heteroscope::rings {
namespace {

void run(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    const Rings<T> rings = rings_of<T>(job);
    rows_in_order(job, [&](int y) { compute_row(job, rings, y); });
  });
}

}  // namespace

extern const Variant sequential;
const Variant sequential{.processor = Processor::cpu,
                         .summary = "The reference: two plain loops on one thread.",
                         .knobs = {.precisions = both_precisions},
                         .run = run};

}  // namespace heteroscope::rings
