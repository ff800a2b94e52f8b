#include <algorithm>

#include "core/device/device.hpp"
#include "core/device/per_gpu.hpp"
#include "core/run/gpu/dependent.cuh"
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
  dependent::let_next_launch_begin();
  dependent::wait_for_launch_before();
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

constexpr int no_or_yes[] = {0, 1};
constexpr Tunable tunables[] = {
    {.id = "overlap",
     .label = "Early start",
     .help = "1: the blocks of cuda_graph's next pass have already started, and wait, while the last blocks of a pass "
             "compute (programmatic dependent launch; needs compute capability 9.0 and CUDA 12.3, else it has no "
             "effect). 0: a pass begins when the one before has ended.",
     .values = no_or_yes,
     .words = no_and_yes}};

/// Whether launches of a graph may overlap on the GPU in use.
bool can_overlap() {
  static PerGpu<bool> can;
  return can.get([] {
    constexpr int since = 12030;  // graphs that have such launches
    const device::Facts& gpu = device::facts();
    return gpu.driver_version >= since && gpu.runtime_version >= since && refusal_of_dependence(gpu).empty();
  });
}

void launch_passes(const IterateJob& job, bool overlaps) {
  for_each_pass(job, [&]<Tracing How, class Nodes>(const Nodes& nodes, const IterateJob& over) {
    const dim3 grid = grid_over(over, nodes.n);
    const SpanSink trace = traced_grid(over, pass_of(over, "pass"), grid);
    launch_dependently(graph_pass<How, Nodes>, overlaps, grid, block_of(over), over.stream, nodes, trace);
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
  static auto* const graphs = new StepGraphs;  // never destroyed: at exit CUDA may be gone already
  const auto& p = job.parameters_as<Parameters>();
  const bool overlaps = job.tunables[0] == 1 && can_overlap();
  const int height = job.planes.front().size.height;
  int left = passes_of_steps(p, job.step, job.steps);  // passes that are still to be made
  for (int taken = 0; taken < job.steps; taken += steps_at_once) {
    IterateJob part = job;
    part.step = job.step + taken;
    part.steps = std::min(job.steps - taken, steps_at_once);
    left -= passes_of_steps(p, part.step, part.steps);
    part.rows = {std::max(job.rows.begin - left, 0), std::min(job.rows.end + left, height)};
    // multistep methods begin with other steps
    StepGraphs::Key key = StepGraphs::key_of(part, std::min<std::int64_t>(part.step, history_of(p.integrator) - 1));
    key.numbers.push_back(overlaps ? 1 : 0);
    key.parameters = {fourier_of(p), static_cast<double>(p.integrator)};
    graphs->take(part, key, [&] { launch_passes(part, overlaps); });
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
              .mappings = mapping_2d,
              .tunables = tunables},
    .run = run,
    .unfit = beyond_places};

}  // namespace heteroscope::heat
