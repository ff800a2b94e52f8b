#include <cooperative_groups.h>

#include <algorithm>

#include "core/device/device.hpp"
#include "core/run/gpu/cooperative.cuh"
#include "kernels/heat/launch.cuh"

namespace heteroscope::heat {
namespace {

constexpr int most_planes = 2 * most_terms;  // the states of a multistep method, and as many spares

template <class T>
struct CooperativeArguments {
  T* plane[most_planes];        // the state's planes, the newest first, then the spares
  Scheme scheme[most_terms];    // of the first steps; all further ones have the last of these
  std::int64_t passes_to_come;  // of all steps
  int history;                  // planes of the state
  int n;
  Rows rows;  // what must be right in the end
  int steps;
  SpanSink trace;
};

/// Computes the rows of one pass. All threads of the grid share the nodes as one line, in which neighboring threads
/// have neighboring nodes; from its node each goes on by as many nodes as there are threads.
template <class T, int Terms>
__device__ void make_pass(const T* base, const Combination<T, Terms>& t, T c, T* out, int n, Rows rows) {
  const auto columns = static_cast<unsigned>(n);
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  const int columns_on = static_cast<int>(threads % columns);
  const int rows_on = static_cast<int>(threads / columns);
  int x = static_cast<int>(first % columns);
  int y = rows.begin + static_cast<int>(first / columns);
  while (y < rows.end) {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(y) * n + x;
    const bool on_edge = x == 0 || y == 0 || x == n - 1 || y == n - 1;
    out[at] = on_edge ? T(0) : stepped(base[at], c, t(at), t(at - 1), t(at + 1), t(at - n), t(at + n));
    x += columns_on;
    y += rows_on;
    if (x >= n) {
      x -= n;
      ++y;
    }
  }
}

/// Takes all steps in one launch. A pass reads what other blocks have written in the pass before it, so that all blocks
/// wait for each other between two passes:
///
///     block 0   pass 1 ────┐         pass 2 ──┐           …     grid.sync() returns in a block once all blocks have
///     block 1   pass 1 ──┐ │ barrier pass 2 ──┤ barrier   …     called it, and what they have written is visible then
///     block 2   pass 1 ──┴─┘         pass 2 ──┘           …
///
/// Blocks that wait must not keep others from beginning: a cooperative launch has no more blocks than fit on the GPU at
/// a time. A pass over more rows than the job's computes what the steps after it will read. The planes are exchanged as
/// Passes (passes.hpp) does it for kernels that are launched for each pass.
template <class T, Tracing How>
__global__ void __launch_bounds__(1024) cooperative_steps(const CooperativeArguments<T> a) {
  const BlockTimer<How> timer(a.trace);
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  T* plane[most_planes];
  for (int i = 0; i < most_planes; ++i) plane[i] = a.plane[i];
  std::int64_t left = a.passes_to_come;
  for (int step = 0; step < a.steps; ++step) {
    const Scheme& scheme = a.scheme[min(step, most_terms - 1)];
    for (int pass = 0; pass < scheme.passes; ++pass) {
      --left;
      const auto beyond = static_cast<int>(min(left, std::int64_t{a.n}));
      const Rows rows{max(a.rows.begin - beyond, 0), min(a.rows.end + beyond, a.n)};
      const T* const before = pass == 0 ? plane[0] : plane[a.history + (pass - 1) % 2];
      T* const out = plane[a.history + pass % 2];
      const T c = static_cast<T>(scheme.c[pass]);
      const auto weight = [&](int i) { return static_cast<T>(scheme.a[i]); };
      switch (pass == 0 ? scheme.terms : 1) {
        case 1:
          make_pass<T, 1>(plane[0], {{before}, {T(1)}}, c, out, a.n, rows);
          break;
        case 2:
          make_pass<T, 2>(plane[0], {{plane[0], plane[1]}, {weight(0), weight(1)}}, c, out, a.n, rows);
          break;
        default:
          make_pass<T, 3>(plane[0], {{plane[0], plane[1], plane[2]}, {weight(0), weight(1), weight(2)}}, c, out, a.n,
                          rows);
      }
      if (left > 0) grid.sync();
    }
    // The plane written last becomes the newest state; the oldest state's plane becomes a spare.
    const int last = a.history + (scheme.passes - 1) % 2;
    T* newest = plane[last];
    for (int i = 0; i < a.history; ++i) {
      T* const older = plane[i];
      plane[i] = newest;
      newest = older;
    }
    plane[last] = newest;
  }
  timer.finish([&] { return run_of_block(); });
}

template <class T, Tracing How>
void launch(const IterateJob& job) {
  const auto& p = job.parameters_as<Parameters>();
  CooperativeArguments<T> a{
      .history = history_of(p.integrator), .n = job.planes.front().size.width, .rows = job.rows, .steps = job.steps};
  for (std::size_t i = 0; i < job.planes.size(); ++i) a.plane[i] = static_cast<T*>(job.planes[i].data);
  for (int i = 0; i < most_terms; ++i) a.scheme[i] = scheme_of(p, job.step + i);
  Pass pass;
  for (Passes passes(job); passes.next(pass);) ++a.passes_to_come;  // and the job's planes end in their order

  const auto kernel = cooperative_steps<T, How>;
  const int at_a_time = device::blocks_at_a_time(reinterpret_cast<const void*>(kernel), job.block.x, 0);
  const std::int64_t nodes = std::int64_t{job.rows.count()} * a.n;
  const auto blocks = static_cast<unsigned>(std::min<std::int64_t>(at_a_time, ceil_div(nodes, job.block.x)));
  a.trace = traced_line(job, pass_of(job, "cooperative"), blocks, job.block.x);
  launch_cooperatively(kernel, blocks, job.block.x, 0, job.stream, a);
}

void run(const IterateJob& job) {
  if (job.steps == 0) return;
  with_kernel_types(job, job.precision(), [&]<class T, Tracing How>() { launch<T, How>(job); });
}

}  // namespace

extern const Variant cuda_cooperative;
const Variant cuda_cooperative{.processor = Processor::gpu,
                               .summary =
                                   "CUDA: all steps in one launch; the blocks wait for each other between two steps (a "
                                   "barrier of the whole grid, by cooperative groups).",
                               .knobs = {.precisions = both_precisions,
                                         .memory_kinds = all_memory_kinds,
                                         .blocks = BlockRule::one_dimensional,
                                         .default_block = {256, 1},
                                         .mappings = mapping_1d},
                               .run = run,
                               .unavailable = refusal_of_cooperation,
                               .kernels = "heat::cooperative_steps<"};

}  // namespace heteroscope::heat
