#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/nbody/reference.hpp"

namespace heteroscope::nbody {
namespace {

void run(const IterateJob& job) {
  advance_plainly(job, [](const IterateJob& rows, auto row) { rows_in_order(rows, row); });
}

}  // namespace

extern const Variant advance_sequential;
const Variant advance_sequential{.processor = Processor::cpu,
                                 .summary = "The reference: the plain loop over bodies; each is pulled by all others.",
                                 .knobs = {.precisions = both_precisions},
                                 .run = run};

}  // namespace heteroscope::nbody
