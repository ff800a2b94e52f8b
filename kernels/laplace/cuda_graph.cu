#include "kernels/laplace/backends/recorded.cuh"

namespace heteroscope::laplace {
namespace {

/// Takes the steps up to the next check of the residual, and the check, as one CUDA graph: all launches of the method
/// are recorded once, and then launched by one call. A V-cycle is dozens of launches over grids that are computed
/// faster than the host can launch the next one.
void run(const IterateJob& job) {
  static auto* const graphs = new StepGraphs;  // never destroyed: at exit CUDA may be gone already
  graphs->take(job, key_of_launches(job), [&] { launch_method(job); });
}

}  // namespace

extern const Variant cuda_graph;
const Variant cuda_graph{
    .processor = Processor::gpu,
    .summary =
        "CUDA: the kernels of cuda; the launches of the steps between two checks of the residual are recorded as a "
        "graph, which one call launches again and again.",
    .knobs = {.precisions = both_precisions,
              .memory_kinds = all_memory_kinds,
              .blocks = BlockRule::any,
              .default_block = {32, 8}},
    .run = run,
    .scratch_bytes = scratch_bytes,
    .unfit = unfit_for_recording};

}  // namespace heteroscope::laplace
