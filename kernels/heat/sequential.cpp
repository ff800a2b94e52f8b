#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/heat/reference.hpp"

namespace heteroscope::heat {
namespace {

void run(const IterateJob& job) {
  advance_plainly(job, [](const IterateJob& rows, auto row) { rows_in_order(rows, row); });
}

}  // namespace

extern const Variant sequential;
const Variant sequential{.processor = Processor::cpu,
                         .summary = "The reference: the plain loop, step by step, node by node.",
                         .knobs = {.precisions = both_precisions},
                         .run = run};

}  // namespace heteroscope::heat
