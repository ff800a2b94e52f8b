#include <algorithm>

#include "kernels/graph_launch.cuh"
#include "kernels/heat/launch.cuh"
#include "kernels/heat/scheme.hpp"

namespace heteroscope::heat {
namespace {

/// Steps of a graph. A longer one saves little more, and takes memory and time to make.
constexpr int steps_at_once = 128;

/// The kernel of cuda_global.cu: a thread a node, which reads its neighbors through the caches.
template <Tracing How, class Nodes>
__global__ void graph_pass(Nodes nodes, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < nodes.n) {
    int y = nodes.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
    for (; y < nodes.rows.end; y += gridDim.y * blockDim.y) {
      const std::uint32_t at = nodes.place(x, y);
      nodes.out[at] = nodes.new_value(x, y, at);
    }
  }
  timer.finish([&] { return cells_of_block(nodes.n, nodes.rows.begin); });
}

void launch_passes(const IterateJob& job) {
  for_each_pass(job, [&]<Tracing How>(const auto& nodes, const IterateJob& over) {
    const dim3 grid = grid_over(over, nodes.n);
    graph_pass<How><<<grid, block_of(over), 0, over.stream>>>(nodes, traced_grid(over, pass_of(over, "pass"), grid));
    HETEROSCOPE_LAUNCHED(graph_pass);
  });
}

/// Launching a kernel takes the host longer than a small grid's pass takes the GPU. Here the launches of 128 steps are
/// recorded once, as a CUDA graph, and then launched by one call whenever the same planes are advanced by as many
/// steps:
///
///     cuda_global    host  launch launch launch launch …        the GPU waits for the host
///                    GPU         pass   pass   pass   pass
///     cuda_graph     host  launch of the graph                  the GPU goes on from kernel to kernel by itself
///                    GPU         pass pass pass pass pass …
void run(const IterateJob& job) {
  static auto* const graphs = new StepGraphs;  // at exit the driver may be gone before it
  const auto& p = job.parameters_as<Parameters>();
  const int height = job.planes.front().size.height;
  int left = 0;  // passes that are still to be made
  for (int i = 0; i < job.steps; ++i) left += scheme_of(p, job.step + i).passes;
  for (int taken = 0; taken < job.steps; taken += steps_at_once) {
    IterateJob part = job;
    part.step = job.step + taken;
    part.steps = std::min(job.steps - taken, steps_at_once);
    for (int i = 0; i < part.steps; ++i) left -= scheme_of(p, part.step + i).passes;
    part.rows = {std::max(job.rows.begin - left, 0), std::min(job.rows.end + left, height)};
    // multistep methods begin with other steps
    StepGraphs::Key key = StepGraphs::key_of(part, std::min<std::int64_t>(part.step, history_of(p.integrator) - 1));
    key.parameters = {fourier_of(p), static_cast<double>(p.integrator)};
    graphs->take(part, key, [&] { launch_passes(part); });
  }
}

}  // namespace

extern const Variant cuda_graph;
const Variant cuda_graph{
    .processor = Processor::gpu,
    .summary =
        "CUDA: the kernel of cuda_global; the launches of up to 128 steps are recorded as a graph, which one call "
        "launches again and again.",
    .knobs = {.precisions = both_precisions,
              .memory_kinds = all_memory_kinds,
              .blocks = BlockRule::any,
              .default_block = {64, 4},
              .mappings = mapping_2d},
    .run = run,
    .unfit = beyond_places};

}  // namespace heteroscope::heat
