#include <algorithm>

#include "kernels/blur/fused_strip.cuh"
#include "kernels/strip_launch.cuh"

namespace heteroscope::blur {
namespace {

template <class T, int R, bool Exact>
void launch(const MapJob& job) {
  using Shape = FusedShape<T, R, Exact>;
  const auto kernel = strips<T, R, Exact>;
  const LineMask<T> mask = line_mask<T>(job.parameters_as<Parameters>());
  FusedArguments<T, R, Exact> a{.common = kernel_arguments(job, {})};
  for (int k = 0; k <= a.common.radius; ++k) a.weight[k] = mask.weight[a.common.radius + k];
  a.wide = is_wide(job.input) && is_wide(job.output);
  a.strips = ceil_div(job.output.size.width, Shape::strip);
  const int marches =
      std::max(warps_at_a_time(kernel, fused_warps) / a.strips, 1);  // below each other, to keep all warps busy
  a.rows_each = Shape::rows_each(job.rows.count(), marches);
  const int tasks = a.strips * ceil_div(job.rows.count(), a.rows_each);
  a.common.trace = traced_marches(job, pass_of(job, "strips"), tasks, Shape::strip);
  kernel<<<ceil_div(tasks, fused_warps), 32 * fused_warps, 0, job.stream>>>(a);
  HETEROSCOPE_LAUNCHED(strips);
}

void run(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    with_fused_radius(job.parameters_as<Parameters>().radius, [&]<int R, bool Exact>() { launch<T, R, Exact>(job); });
  });
}

}  // namespace
/// Both passes of a separable blur fused into one, by register marching; fused_strip.cuh has the kernel. Measured on an
/// NVIDIA H200 (2026-11-21, docs/performance.md) at 8192²: 0.157, 0.172 and 0.339 ms in fp32 and 0.299, 0.349 and 0.570
/// ms in fp64 at radius 2, 5 and 16; the best, 0.82 and 0.86 of the copy bandwidth, are at radius 2.

extern const Variant cuda_fused;
const Variant cuda_fused{
    .processor = Processor::gpu,
    .summary =
        "CUDA: one pass; each warp walks down a strip of the image, blurs each row horizontally, and "
        "adds it to vertical sums in registers.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds, .mappings = mapping_1d},
    .run = run,
    .reordered = true};

}  // namespace heteroscope::blur
