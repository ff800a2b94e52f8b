#include <algorithm>
#include <string>

#include "core/run/launch.cuh"
#include "kernels/heat/resident.cuh"
#include "kernels/heat/scheme.hpp"
#include "kernels/strip_launch.cuh"

namespace heteroscope::heat {
namespace {

/// How a grid is laid out over the multiprocessors: tiles side by side and one below the other, a block each.
struct Tiling {
  int x = 0;
  int y = 0;
  int own_rows = 0;
  [[nodiscard]] int count() const { return x * y; }
};

template <class Shape>
Tiling tiling_of(int n, int multiprocessors) {
  Tiling tiles{.x = divided_up(n, Shape::columns)};
  const int below = std::max(multiprocessors / tiles.x, 1);
  tiles.own_rows = std::max(divided_up(n, below), Shape::depth);
  tiles.y = divided_up(n, tiles.own_rows);
  return tiles;
}

template <class Shape>
bool fits(int n, int multiprocessors) {
  const Tiling tiles = tiling_of<Shape>(n, multiprocessors);
  return tiles.count() <= multiprocessors && tiles.own_rows <= Shape::most_own_rows;
}

/// Calls `body.template operator()<Shape>()` for the first shape that holds the grid; false if there is none. Small
/// grids meet less often: there the meetings take most of the time.
template <class T, class Body>
bool with_shape(int n, int multiprocessors, Body body) {
  const auto attempt = [&]<class Shape>() {
    if (!fits<Shape>(n, multiprocessors)) return false;
    body.template operator()<Shape>();
    return true;
  };
  if (attempt.template operator()<ResidentShape<T, 4, 8>>()) return true;
  if (attempt.template operator()<ResidentShape<T, 6, 8>>()) return true;
  if constexpr (sizeof(T) == 8) {
    return attempt.template operator()<ResidentShape<T, 10, 4>>();
  } else {
    if (attempt.template operator()<ResidentShape<T, 12, 4>>()) return true;
    return attempt.template operator()<ResidentShape<T, 19, 4>>();
  }
}

template <class T>
bool holds(int n, int multiprocessors) {
  int rows = 0;
  return with_shape<T>(n, multiprocessors, [&rows]<class Shape>() { rows = Shape::rows; });
}

std::size_t scratch_bytes(const IterateJob& job) {
  const int n = job.planes.front().size.width;
  const int multiprocessors = device::facts().multiprocessors;
  return with_precision(job.precision(), [&]<class T>() {
    std::size_t bytes = 0;
    with_shape<T>(n, multiprocessors, [&]<class Shape>() {
      const Tiling tiles = tiling_of<Shape>(n, multiprocessors);
      bytes = Mailboxes<Shape>::bytes(tiles.count(), tiles.own_rows);
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
      .boxes = Mailboxes<Shape>(job.scratch, tiles.x, tiles.y, tiles.own_rows),
      .trace = traced(job, pass_of(job, "resident"), {.columns = static_cast<std::uint32_t>(tiles.count())},
                      {.run = Shape::columns, .stride = static_cast<std::uint64_t>(n)})};
  const bool wide = n % Shape::vector == 0 && is_wide(job.planes[0]) && is_wide(job.planes[1]);
  const auto kernel = wide ? resident<Shape, true, How> : resident<Shape, false, How>;
  HETEROSCOPE_CUDA(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(Shape::shared_bytes)));
  if (job.steps > Shape::depth) {  // blocks meet
    HETEROSCOPE_CUDA(cudaMemsetAsync(a.boxes.letters, 0, a.boxes.letter_bytes(), job.stream));
  }
  const int warps = divided_up(tiles.own_rows + 2 * Shape::depth, Shape::rows);
  void* arguments[] = {&a};
  HETEROSCOPE_CUDA(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), dim3(tiles.count()),
                                               dim3(32 * warps), arguments, Shape::shared_bytes, job.stream));
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
  return !facts.available || facts.major >= 7 ? "" : "waiting for other blocks needs compute capability 7.0";
}

std::string unfit(const std::any& parameters, const Extent& output, bool whole, const device::Facts& facts) {
  const auto& p = std::any_cast<const Parameters&>(parameters);
  if (p.integrator != Integrator::euler) return "only euler's steps are taken on the chip";
  if (!whole) return "it holds the whole grid and leaves no rows to the CPU";
  return with_precision(output.precision, [&]<class T>() -> std::string {
    int most = output.size.width;
    if (holds<T>(most, facts.multiprocessors)) return "";
    while (most > 3 && !holds<T>(most, facts.multiprocessors)) --most;
    return "n: " + std::to_string(output.size.width) + " does not fit into this GPU's registers; " +
           std::to_string(most) + " in " + std::string(id_of(output.precision)) + " does";
  });
}

}  // namespace

extern const Variant cuda_resident;
const Variant cuda_resident{
    .processor = Processor::gpu,
    .summary = "CUDA: a grid that fits into the registers of all multiprocessors stays there for all steps (Euler).",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds, .mappings = mapping_2d},
    .run = run,
    .scratch_bytes = scratch_bytes,
    .unavailable = unavailable,
    .unfit = unfit};

}  // namespace heteroscope::heat
