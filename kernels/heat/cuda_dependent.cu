#include "kernels/dependent_launch.cuh"
#include "kernels/heat/launch.cuh"

namespace heteroscope::heat {
namespace {

/// What a node's new value needs of planes that the launch before does not write: a later pass of a Runge-Kutta step
/// adds to the state at the step's start, and a multistep method combines the newest state with older ones. Euler's
/// steps need none.
template <class Nodes>
class KnownBefore {
  using T = typename Nodes::Value;
  static constexpr int terms = Nodes::terms;

 public:
  /// Reads these values; of a node on the grid's edge, none.
  __device__ KnownBefore(const Nodes& nodes, int x, int y) {
    if (nodes.on_edge(x, y)) return;
    const std::uint32_t at = nodes.place(x, y);
    if constexpr (!Nodes::own) base_ = nodes.base[at];
    if constexpr (terms > 1) {
      const auto columns = static_cast<std::uint32_t>(nodes.n);
      const std::uint32_t places[] = {at, at - 1, at + 1, at - columns, at + columns};
#pragma unroll
      for (int i = 0; i < 5; ++i) {
#pragma unroll
        for (int k = 1; k < terms; ++k) older_[i][k - 1] = nodes.t.in[k][places[i]];
      }
    }
  }

  /// Returns the node's new value; the operations are those of Nodes::new_value(), in the same order.
  __device__ T new_value(const Nodes& nodes, int x, int y) const {
    if (nodes.on_edge(x, y)) return T(0);
    const std::uint32_t at = nodes.place(x, y);
    const auto columns = static_cast<std::uint32_t>(nodes.n);
    const T newest = nodes.t.in[0][at];
    const auto operand = [&](int i, T value) {
      if constexpr (terms == 1) return value;
      T sum = nodes.t.a[0] * value;
#pragma unroll
      for (int k = 1; k < terms; ++k) sum = std::fma(nodes.t.a[k], older_[i][k - 1], sum);
      return sum;
    };
    const T west = operand(1, nodes.t.in[0][at - 1]);
    const T east = operand(2, nodes.t.in[0][at + 1]);
    const T north = operand(3, nodes.t.in[0][at - columns]);
    const T south = operand(4, nodes.t.in[0][at + columns]);
    return stepped(Nodes::own ? newest : base_, nodes.c, operand(0, newest), west, east, north, south);
  }

 private:
  T base_{};
  T older_[terms > 1 ? 5 : 1][terms > 1 ? terms - 1 : 1]{};  // of the node, and west, east, north, south of it
};

/// The kernel of cuda_global.cu, a thread a node, in two parts: before the wait its threads work out which nodes they
/// have and read what is known; then they wait for the launch before and read what that has written. The span of a
/// block begins before the wait.
///
///     cuda_global      pass 1 ████████▄▂  launch  pass 2 ████████▄▂  launch  …   the GPU empties between two passes
///     cuda_dependent   pass 1 ████████▄▂
///                      pass 2        ▒▒▒▒████████▄▂                              ▒ there already, and waiting
///                      pass 3                  ▒▒▒▒████████▄▂
template <Tracing How, class Nodes>
__global__ void dependent_pass(Nodes nodes, DependentStart start, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = nodes.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;
  const bool mine = x < nodes.n && y < nodes.rows.end;
  const KnownBefore<Nodes> known(nodes, mine ? x : 0, mine ? y : 0);  // node (0, 0) is on the edge
  start.wait();
  if (mine) nodes.out[nodes.place(x, y)] = known.new_value(nodes, x, y);
  if (x < nodes.n) {  // rows beyond what a grid can have blocks for
    for (y += gridDim.y * blockDim.y; y < nodes.rows.end; y += gridDim.y * blockDim.y) {
      const std::uint32_t at = nodes.place(x, y);
      nodes.out[at] = nodes.new_value(x, y, at);
    }
  }
  timer.finish([&] { return cells_of_block(nodes.n, nodes.rows.begin); });
}

constexpr Tunable tunables[] = {early_start};

void run(const IterateJob& job) {
  DependentLaunches launches(job.tunables[0] == 1);
  for_each_pass(job, [&]<Tracing How, class Nodes>(const Nodes& nodes, const IterateJob& over) {
    const dim3 grid = grid_over(over, nodes.n);
    const SpanSink trace = traced_grid(over, pass_of(over, "pass"), grid);
    launches.launch(dependent_pass<How, Nodes>, grid, block_of(over), over.stream, nodes, launches.start(), trace);
  });
}

}  // namespace

extern const Variant cuda_dependent;
const Variant cuda_dependent{.processor = Processor::gpu,
                             .summary =
                                 "CUDA: the kernel of cuda_global; the blocks of the next pass have already started, "
                                 "and wait, while the last blocks of a pass compute (programmatic dependent launch).",
                             .knobs = {.precisions = both_precisions,
                                       .memory_kinds = all_memory_kinds,
                                       .blocks = BlockRule::any,
                                       .default_block = {64, 4},
                                       .mappings = mapping_2d,
                                       .tunables = tunables},
                             .run = run,
                             .unavailable = refusal_of_dependence,
                             .kernels = "heat::dependent_pass<",
                             .unfit = beyond_places};

}  // namespace heteroscope::heat
