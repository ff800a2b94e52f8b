#include <any>
#include <string>

#include "core/device/device.hpp"
#include "kernels/laplace/backends/conditional_graph.cuh"
#include "kernels/laplace/backends/recorded.cuh"

namespace heteroscope::laplace {
namespace {

/// What the GPU looks at after each round of steps, in its memory.
struct Rounds {
  double* measures;  ///< of each round
  int made;
  int most;
  double goal;
};

__global__ void conditional_begin(Rounds* rounds, Rounds value) {
  *rounds = value;
}

/// Takes down what a round has measured, and says whether there is another one. NaN counts as settled (Settling).
__global__ void conditional_look(cudaGraphConditionalHandle go_on, Rounds* rounds, const double* measure) {
  const int made = rounds->made + 1;
  rounds->measures[made - 1] = *measure;
  rounds->made = made;
  cudaGraphSetConditional(go_on, rounds->most > made && *measure > rounds->goal ? 1 : 0);
}

/// The variant's own memory, behind the methods'.
struct Own {
  Rounds rounds;
  double measure;
};

Own* own_memory(const IterateJob& job) {
  return reinterpret_cast<Own*>(static_cast<std::byte*>(job.scratch) + scratch_bytes(job));
}

std::size_t bytes(const IterateJob& job) {
  return scratch_bytes(job) + sizeof(Own);
}

template <class T>
struct CopyNode {
  const T* from;
  T* to;
  int n;
  HETEROSCOPE_HD void operator()(int x, int y) const { to[place(n, x, y)] = from[place(n, x, y)]; }
};

/// Copies what of the state lies in other planes than `before` back to where it was, since the next round has the same
/// launches: an odd number of exchanges leaves it in a spare plane.
void put_back(const IterateJob& job, const std::vector<FieldView>& before) {
  const int n = job.planes.front().size.width;
  const auto state = static_cast<std::size_t>(facts_of(job.parameters_as<Parameters>().method).planes);
  with_kernel_types(job, job.precision(), [&]<class T, Tracing How>() {
    CudaBackend<How> on(job);
    for (std::size_t i = 0; i < state; ++i) {
      const FieldView& now = job.planes[i];
      if (now.data == before[i].data) continue;
      on.each(Box{0, n, job.rows.begin, job.rows.end}, CopyNode<T>{data_of<const T>(now), data_of<T>(before[i]), n});
    }
  });
  std::ranges::copy(before, job.planes.begin());
}

/// A round: the steps between two checks of the residual, the check, and the look at it.
void launch_round(const IterateJob& job, cudaGraphConditionalHandle go_on) {
  Own* const own = own_memory(job);
  IterateJob round = job;
  round.measure = &own->measure;
  const std::vector<FieldView> before(job.planes.begin(), job.planes.end());
  launch_method(round);
  put_back(round, before);
  conditional_look<<<1, 1, 0, job.stream>>>(go_on, &own->rounds, &own->measure);
  HETEROSCOPE_LAUNCHED(conditional_look);
}

/// Steps until the residual is small enough, or a limit is reached, in one launch: a graph whose only node is a loop.
/// The host neither launches the rounds nor looks at their residuals, each of which it would have to wait for:
///
///     cuda_graph         host  launch   wait, look   launch   wait, look   …
///                        GPU     steps, check          steps, check
///     cuda_conditional   host  launch                                         wait
///                        GPU     steps, check, steps, check, steps, check, …
///
/// Steps that end before a check have no residual to end on, and are one graph without a loop.
void run(const IterateJob& job) {
  static auto* const graphs = new StepGraphs;  // never destroyed: at exit CUDA may be gone already
  StepGraphs::Key key = key_of_launches(job);
  if (job.measure == nullptr) return graphs->take(job, key, [&] { launch_method(job); });
  // where the measures go, and how many there may be, is not in the graph: it serves the next job, too
  conditional_begin<<<1, 1, 0, job.stream>>>(
      &own_memory(job)->rounds, {.measures = job.measure, .made = 0, .most = job.rounds, .goal = job.goal});
  HETEROSCOPE_LAUNCHED(conditional_begin);
  std::ranges::replace(key.memory, static_cast<const void*>(job.measure), static_cast<const void*>(own_memory(job)));
  graphs->take_recorded(job, key, [&] {
    return recorded_loop(job.stream, [&](cudaGraphConditionalHandle go_on) { launch_round(job, go_on); });
  });
}

/// Whether all rounds that begin at this step have the same launches: the first cycle of full multigrid is another one.
bool repeats(const std::any& parameters, std::int64_t step) {
  const auto& p = std::any_cast<const Parameters&>(parameters);
  return p.method != Method::multigrid || p.cycle != Cycle::full || step > 0;
}

std::string unavailable(const device::Facts& facts) {
  constexpr int since = 12040;
  if (!facts.available || facts.driver_version >= since) return "";
  return "loops in CUDA graphs need a driver for CUDA 12.4";
}

std::string unfit(const std::any& parameters, const Extent& output, bool whole, const device::Facts& facts) {
  const auto& p = std::any_cast<const Parameters&>(parameters);
  if (p.method == Method::cg && check_every(p) % cg::steps_between_looks != 0)
    return "method=cg checks its drift every 32 steps; with fewer than 1024 nodes per side a round has fewer steps, so "
           "the rounds differ, and the loop of a graph cannot repeat them";
  return unfit_for_recording(parameters, output, whole, facts);
}

}  // namespace

extern const Variant cuda_conditional;
const Variant cuda_conditional{.processor = Processor::gpu,
                               .summary =
                                   "CUDA: the kernels of cuda; the steps until the residual is small enough are one "
                                   "launch of a graph with a loop, which ends on the GPU.",
                               .knobs = {.precisions = both_precisions,
                                         .memory_kinds = all_memory_kinds,
                                         .blocks = BlockRule::any,
                                         .default_block = {32, 8}},
                               .run = run,
                               .scratch_bytes = bytes,
                               .unavailable = unavailable,
                               .kernels = "laplace::conditional_",
                               .unfit = unfit,
                               .repeats = repeats};

}  // namespace heteroscope::laplace
