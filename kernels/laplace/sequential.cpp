#include "core/model/variant.hpp"
#include "kernels/laplace/cpu_backend.hpp"

namespace heteroscope::laplace {
namespace {

void run(const IterateJob& job) {
  CpuBackend<false> on(job);
  run_method(job, on);
}

}  // namespace

extern const Variant sequential;
const Variant sequential{.processor = Processor::cpu,
                         .summary = "The plain loops of each method, node by node. The reference.",
                         .knobs = {.precisions = both_precisions},
                         .run = run};

}  // namespace heteroscope::laplace
