#include "kernels/triangle/rows.hpp"

namespace heteroscope::triangle {
namespace {

void run(const MapJob& job) {
  with_plain_row(job, [&](auto row) { rows_in_order(job, row); });
}

}  // namespace

extern const Variant sequential;
const Variant sequential{.processor = Processor::cpu,
                         .summary = "The reference: the plain loop, row by row up to the diagonal.",
                         .knobs = {.precisions = both_precisions},
                         .run = run};

}  // namespace heteroscope::triangle
