#include <algorithm>
#include <string>

#include "core/run/gpu/cooperative.cuh"
#include "core/run/gpu/launch.cuh"
#include "kernels/heat/resident/fit.hpp"
#include "kernels/heat/resident/kernel.cuh"
#include "kernels/heat/scheme.hpp"
#include "kernels/strip_launch.cuh"

namespace heteroscope::heat {
namespace {

std::size_t scratch_bytes(const IterateJob& job) {
  const int n = job.planes.front().size.width;
  const int multiprocessors = device::facts().multiprocessors;
  return with_precision(job.precision(), [&]<class T>() {
    std::size_t bytes = 0;
    with_shape<T>(n, multiprocessors, [&]<class Shape>() {
      const Tiling tiles = tiling_of<Shape>(n, multiprocessors);
      bytes = Mailboxes<Shape>::bytes({tiles.x, tiles.y, tiles.own_rows});
    });
    return bytes;
  });
}

template <class Shape, Tracing How>
void launch(const IterateJob& job) {
  using T = typename Shape::T;
  const int n = job.planes.front().size.width;
  const Tiling tiles = tiling_of<Shape>(n, device::facts().multiprocessors);
  ResidentArguments<Shape> a{
      .in = static_cast<const T*>(job.planes[0].data),
      .out = static_cast<T*>(job.planes[1].data),
      .n = n,
      .c = static_cast<T>(scheme_of(job.parameters_as<Parameters>(), job.step).c[0]),
      .steps = job.steps,
      .boxes = Mailboxes<Shape>(job.scratch, {tiles.x, tiles.y, tiles.own_rows}),
      .trace = traced(job, pass_of(job, "resident"), {.columns = static_cast<std::uint32_t>(tiles.count())},
                      {.run = Shape::columns, .stride = static_cast<std::uint64_t>(n)})};
  const bool wide = n % Shape::vector == 0 && is_wide(job.planes[0]) && is_wide(job.planes[1]);
  const auto kernel = wide ? resident<Shape, true, How> : resident<Shape, false, How>;
  HETEROSCOPE_CUDA(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(Shape::shared_bytes)));
  if (job.steps > Shape::depth) {  // blocks exchange halos; no packet may hold a valid flag beforehand
    HETEROSCOPE_CUDA(cudaMemsetAsync(a.boxes.letters, 0, a.boxes.letter_bytes(), job.stream));
  }
  const int warps = ceil_div(tiles.own_rows + 2 * Shape::depth, Shape::rows);
  launch_cooperatively(kernel, static_cast<unsigned>(tiles.count()), 32 * warps, Shape::shared_bytes, job.stream, a);
  std::rotate(job.planes.begin(), job.planes.begin() + 1, job.planes.begin() + 2);
}

void run(const IterateJob& job) {
  if (job.steps == 0) return;
  with_kernel_types(job, job.precision(), [&]<class T, Tracing How>() {
    with_shape<T>(job.planes.front().size.width, device::facts().multiprocessors,
                  [&]<class Shape>() { launch<Shape, How>(job); });
  });
}

std::string unavailable(const device::Facts& facts) {
  if (!facts.available) return "";
  if (facts.major < 7 || !facts.cooperative_launch)
    return "blocks that wait for each other need compute capability 7.0 and cooperative launches";
  if (facts.shared_bytes_per_block < most_shared_bytes()) {
    return "its blocks take " + std::to_string(most_shared_bytes()) +
           " bytes of shared memory, but a block of this GPU can have only " +
           std::to_string(facts.shared_bytes_per_block);
  }
  return "";
}

std::string unfit(const std::any& parameters, const Extent& output, bool whole, const device::Facts& facts) {
  const auto& p = std::any_cast<const Parameters&>(parameters);
  if (p.integrator == Integrator::euler && !whole)
    return "it keeps the whole grid in one GPU: other processors cannot share the rows";
  return why_not_resident(p, output.size.width, output.precision, facts.multiprocessors);
}

}  // namespace

/// Persistent kernel: the grid stays in registers for all steps; resident/kernel.cuh has it, with a drawing. Measured
/// on an NVIDIA H200 (2026-11-21, docs/performance.md): 2048 × 2048 in fp32 takes 2.1 µs a step over 64 steps and 1.93
/// µs over 1024, 3.8 and 4.1 times what one step a pass over memory could reach; in fp64 that grid does not fit.
extern const Variant cuda_resident;
const Variant cuda_resident{
    .processor = Processor::gpu,
    .summary =
        "CUDA: keeps a grid that fits into the registers of all multiprocessors there for all steps "
        "(Euler only).",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds, .mappings = mapping_2d},
    .run = run,
    .scratch_bytes = scratch_bytes,
    .unavailable = unavailable,
    .kernels = "heat::resident<",
    .unfit = unfit};

}  // namespace heteroscope::heat
