#include <any>
#include <string>

#include "kernels/graph_launch.cuh"
#include "kernels/laplace/backend.cuh"

namespace heteroscope::laplace {
namespace {

/// The part of the number of steps taken so far that decides what the next ones launch: cg looks at its drift every so
/// many steps, and full multigrid begins with another cycle.
std::int64_t phase_of(const IterateJob& job) {
  switch (job.parameters_as<Parameters>().method) {
    case Method::cg:
      return job.step % cg::steps_between_looks;
    case Method::multigrid:
      return job.step == 0 ? 0 : 1;
    default:
      return 0;
  }
}

/// Takes the steps up to the next check of the residual, and the check, as one CUDA graph: all launches of the method
/// are recorded once, and then launched by one call. A V-cycle is dozens of launches over grids that are computed
/// faster than the host can launch the next one.
void run(const IterateJob& job) {
  static auto* const graphs = new StepGraphs;  // never destroyed: at exit CUDA may be gone already
  const auto& p = job.parameters_as<Parameters>();
  StepGraphs::Key key = StepGraphs::key_of(job, phase_of(job));
  key.parameters = {static_cast<double>(p.method), omega_of(p), static_cast<double>(p.cycle)};
  graphs->take(job, key, [&] {
    with_tracing(job, [&]<Tracing How>() {
      CudaBackend<How> on(job);
      run_method(job, on);
    });
  });
}

std::string unfit(const std::any& parameters, const Extent&, bool whole, const device::Facts&) {
  const auto& p = std::any_cast<const Parameters&>(parameters);
  if (p.method == Method::direct) return "the method direct computes tables on the host, which a graph cannot record";
  if (!whole && facts_of(p.method).exchange_grain != 0)
    return "processors that share this method's steps exchange values within a step, which a graph cannot record";
  return beyond_tiles(p.n);
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
    .unfit = unfit};

}  // namespace heteroscope::laplace
