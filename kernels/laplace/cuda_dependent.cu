#include <any>
#include <string>

#include "kernels/dependent_launch.cuh"
#include "kernels/laplace/backends/backend.cuh"

namespace heteroscope::laplace {
namespace {

constexpr Tunable tunables[] = {early_start};

/// Runs the methods with launches of which each is there already, and waits, while the last blocks of the one ahead
/// compute. A relaxation reads all its neighbors after the wait, since the launch ahead has written them, so that only
/// the way to the wait lies beside that. In conjugate gradients one block adds up the tiles' sums between two passes
/// over the nodes, and the next pass needs one number of it: its blocks load their first rows meanwhile.
///
///     cuda             a pass's tiles ████████▄▂  fold █  the next pass's tiles ████████▄▂
///     cuda_dependent   a pass's tiles ████████▄▂
///                      fold                   ▒▒█
///                      the next pass's tiles     ▒▒████████▄▂            ▒ there already: loads, and waits
void run(const IterateJob& job) {
  with_tracing(job, [&]<Tracing How>() {
    CudaBackend<How, DependentLaunches> on(job, DependentLaunches(job.tunables[0] == 1));
    run_method(job, on);
  });
}

std::string unfit(const std::any& parameters, const Extent&, bool, const device::Facts&) {
  return beyond_tiles(std::any_cast<const Parameters&>(parameters).n);
}

}  // namespace

extern const Variant cuda_dependent;
const Variant cuda_dependent{
    .processor = Processor::gpu,
    .summary =
        "CUDA: the kernels of cuda; the blocks of the next pass are already there, and wait, while the last ones of a "
        "pass compute (programmatic dependent launch).",
    .knobs = {.precisions = both_precisions,
              .memory_kinds = all_memory_kinds,
              .blocks = BlockRule::any,
              .default_block = {32, 8},
              .tunables = tunables},
    .run = run,
    .scratch_bytes = scratch_bytes,
    .unavailable = refusal_of_dependence,
    .kernels = "DependentStart",
    .unfit = unfit};

}  // namespace heteroscope::laplace
