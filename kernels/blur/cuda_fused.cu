#include <array>
#include <utility>
#include <vector>

#include "kernels/blur/fused_ring.cuh"
#include "kernels/blur/fused_strip.cuh"
#include "kernels/strip_launch.cuh"

namespace heteroscope::blur {
namespace {

template <class Shape, class T, int R>
FusedArguments<T, R> arguments_for(const MapJob& job, int at_a_time, int unit, int repeated) {
  FusedArguments<T, R> a{.common = kernel_arguments(job, {})};
  const LineMask<T> mask = line_mask<T>(job.parameters_as<Parameters>());
  for (int k = 0; k <= R; ++k) a.weight[k] = mask.weight[R + k];
  a.wide = is_wide(job.input) && is_wide(job.output);
  a.strips = ceil_div(job.output.size.width, Shape::strip);
  a.rows_each = rows_of_a_task(job.rows.count(), a.strips, at_a_time, unit, Shape::most_rows, repeated);
  return a;
}
template <class T, int R>
int tasks_of(const FusedArguments<T, R>& a) {
  return a.strips * ceil_div(a.common.rows.count(), a.rows_each);
}

/// A warp reads 2 R rows more than it computes, and adds them to the sums of both passes.
template <class T, int R, int... numbers>
void launch(const MapJob& job, MarchLayout<numbers...> layout) {
  using Shape = MarchShape<decltype(layout), T, R>;
  const auto kernel = strips<decltype(layout), T, R>;
  auto a = arguments_for<Shape, T, R>(job, warps_at_a_time(kernel, Shape::warps), 8, 2 * R);
  const int tasks = tasks_of(a);
  a.common.trace = traced_marches(job, pass_of(job, "strips"), tasks, Shape::strip);
  kernel<<<ceil_div(tasks, Shape::warps), Shape::threads, 0, job.stream>>>(a);
  HETEROSCOPE_LAUNCHED(strips);
}

/// A block blurs 2 R rows more across than down.
template <class T, int R, int... numbers>
void launch(const MapJob& job, RingLayout<numbers...> layout) {
  using Shape = RingShape<decltype(layout), T, R>;
  const auto kernel = ring_strips<decltype(layout), T, R>;
  HETEROSCOPE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Shape::bytes));
  const int blocks = device::blocks_at_a_time(reinterpret_cast<const void*>(kernel), Shape::threads, Shape::bytes);
  auto a = arguments_for<Shape, T, R>(job, blocks, Shape::rows, R);
  const int tasks = tasks_of(a);
  a.common.trace = traced(
      job, pass_of(job, "strips"), {.columns = static_cast<unsigned>(tasks)},
      {.run = static_cast<std::uint64_t>(Shape::strip), .stride = static_cast<std::uint64_t>(job.output.size.width)});
  kernel<<<tasks, Shape::threads, Shape::bytes, job.stream>>>(a);
  HETEROSCOPE_LAUNCHED(ring_strips);
}

template <class T, int R>
void launch_fitting(const MapJob& job) {
  if constexpr (has_small_ring<T, R>()) {
    if (takes_small_ring<T, R>(job.output.size.width, device::facts().shared_bytes_per_block))
      return launch<T, R>(job, SmallRingLayout{});
  }
  launch<T, R>(job, fused_layout<T, R>());
}

template <class T, int... less>
void launch_for(const MapJob& job, std::integer_sequence<int, less...>) {
  constexpr std::array<void (*)(const MapJob&), sizeof...(less)> launches{launch_fitting<T, less + 1>...};
  launches[static_cast<std::size_t>(job.parameters_as<Parameters>().radius) - 1](job);
}

void run(const MapJob& job) {
  with_precision(job.output.precision,
                 [&]<class T>() { launch_for<T>(job, std::make_integer_sequence<int, max_radius>()); });
}

/// Adds the radius's ring that is not the small one, where blocks cannot have its shared memory.
template <class T, int R>
void add_beyond(std::size_t shared_bytes, std::vector<const void*>& out) {
  if constexpr (has_small_ring<T, R>()) {
    using Layout = decltype(fused_layout<T, R>());
    if (shared_bytes < asked_bytes<T, R>(Layout{}))
      out.push_back(reinterpret_cast<const void*>(ring_strips<Layout, T, R>));
  }
}

std::vector<const void*> beyond(const device::Facts& facts) {
  std::vector<const void*> out;
  const auto add = [&]<int... less>(std::integer_sequence<int, less...>) {
    (add_beyond<float, less + 1>(facts.shared_bytes_per_block, out), ...);
    (add_beyond<double, less + 1>(facts.shared_bytes_per_block, out), ...);
  };
  add(std::make_integer_sequence<int, max_radius>());
  return out;
}

}  // namespace
/// Both passes of a separable blur fused into one: at small radii by register marching (fused_strip.cuh), at larger
/// ones by blocks that share a ring of blurred rows in shared memory (fused_ring.cuh). Measured on an NVIDIA H200
/// (2026-12-01) at 8192²: 0.19, 0.29 and 0.49 ms in fp32 and 0.31, 0.42 and 0.78 ms in fp64 at radius 8, 16 and 32;
/// MEASURED.md has all radii.
extern const Variant cuda_fused;
const Variant cuda_fused{
    .processor = Processor::gpu,
    .summary =
        "CUDA: one pass; each warp, at larger radii each block, walks down a strip of the image, blurs rows "
        "horizontally, and adds them to vertical sums.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds, .mappings = mapping_1d},
    .run = run,
    .kernels_beyond = beyond,
    .reordered = true};

}  // namespace heteroscope::blur
