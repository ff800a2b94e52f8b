#include "kernels/laplace/backends/recorded.cuh"

namespace heteroscope::laplace {
namespace {

/// The backend for participants of multigrid, which exchange rows in the middle of a step: the passes between two
/// exchanges are a graph by themselves. A participant of four has a quarter of each large grid's nodes to compute, but
/// as many kernels to launch as one that has them all, while the other three call the same driver.
template <Tracing How>
class PassGraphs : public CudaBackend<How> {
 public:
  PassGraphs(const IterateJob& job, StepGraphs& graphs)
      : CudaBackend<How>(job), job_(job), graphs_(graphs), key_(key_of_launches(job)) {
    key_.numbers.push_back(0);
  }

  template <class T>
  void passes(const Levels<T>& levels, std::span<const PassRows> list) {
    ++key_.numbers.back();  // which of the job's lists it is
    graphs_.take(job_, key_, [&] { CudaBackend<How>::passes(levels, list); });
  }

 private:
  const IterateJob& job_;
  StepGraphs& graphs_;
  StepGraphs::Key key_;
};

/// Takes the steps up to the next check of the residual, and the check, as one CUDA graph: all launches of the method
/// are recorded once, and then launched by one call. A V-cycle is dozens of launches over grids that are computed
/// faster than the host can launch the next one.
void run(const IterateJob& job) {
  static auto* const graphs = new StepGraphs;  // never destroyed: at exit CUDA may be gone already
  if (!job.collective) return graphs->take(job, key_of_launches(job), [&] { launch_method(job); });
  with_tracing(job, [&]<Tracing How>() {
    PassGraphs<How> on(job, *graphs);
    run_method(job, on);
  });
}

std::string unfit(const std::any& parameters, const Extent& output, bool whole, const device::Facts& facts) {
  const auto& p = std::any_cast<const Parameters&>(parameters);
  return unfit_for_recording(parameters, output, whole || p.method == Method::multigrid, facts);
}

}  // namespace

extern const Variant cuda_graph;
const Variant cuda_graph{.processor = Processor::gpu,
                         .summary =
                             "CUDA: the kernels of cuda; the launches of the steps between two checks of the residual "
                             "are recorded as a graph, which one call launches again and again. Where several GPUs "
                             "share a step of multigrid, there is one graph for each part between two exchanges.",
                         .knobs = {.precisions = both_precisions,
                                   .memory_kinds = all_memory_kinds,
                                   .blocks = BlockRule::any,
                                   .default_block = {32, 8}},
                         .run = run,
                         .scratch_bytes = scratch_bytes,
                         .unfit = unfit};

}  // namespace heteroscope::laplace
