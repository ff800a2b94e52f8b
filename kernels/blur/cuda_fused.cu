#include <algorithm>

#include "kernels/blur/fused_strip.cuh"
#include "kernels/strip_launch.cuh"

namespace heteroscope::blur {
namespace {

// A warp's march reads 2 radius rows more than it computes: long marches repeat less. Short ones keep the rows that the
// device works on at a time close together, which its memory likes better, and share out the slower strips at the
// image's sides.
template <int R>
constexpr int most_rows = R <= 3   ? 8
                          : R <= 8 ? 32
                                   : 128;
template <int R>
constexpr int fewest_rows = std::max(8, R);

template <class T, int R, bool Exact>
void launch(const MapJob& job) {
  using Shape = FusedShape<T, R, Exact>;
  const auto kernel = strips<T, R, Exact>;
  const LineMask<T> mask = line_mask<T>(job.parameters_as<Parameters>());
  FusedArguments<T, R, Exact> a{.common = kernel_arguments(job, {})};
  for (int k = 0; k <= a.common.radius; ++k) a.weight[k] = mask.weight[a.common.radius + k];
  a.wide = is_wide(job.input) && is_wide(job.output);
  a.strips = divided_up(job.output.size.width, Shape::strip);
  const int marches =
      std::max(warps_at_a_time(kernel, fused_warps) / a.strips, 1);  // below each other, to keep all warps busy
  a.rows_each =
      std::clamp(divided_up(job.rows.count(), marches), fewest_rows<R>, std::max(most_rows<R>, fewest_rows<R>));
  const int tasks = a.strips * divided_up(job.rows.count(), a.rows_each);
  a.common.trace = traced_marches(job, pass_of(job, "strips"), tasks, Shape::strip);
  kernel<<<divided_up(tasks, fused_warps), 32 * fused_warps, 0, job.stream>>>(a);
  HETEROSCOPE_LAUNCHED(strips);
}

template <class T>
void launch_radius(const MapJob& job, int radius) {
  switch (radius) {
    case 1:
      return launch<T, 1, true>(job);
    case 2:
      return launch<T, 2, true>(job);
    case 3:
      return launch<T, 3, true>(job);
    case 4:
      return launch<T, 4, true>(job);
    case 5:
      return launch<T, 5, true>(job);
    case 6:
      return launch<T, 6, true>(job);
    case 7:
      return launch<T, 7, true>(job);
    case 8:
      return launch<T, 8, true>(job);
    case 16:
      return launch<T, 16, true>(job);
    default:
      break;
  }
  switch (divided_up(radius, 4)) {
    case 3:
      return launch<T, 12, false>(job);
    case 4:
      return launch<T, 16, false>(job);
    case 5:
      return launch<T, 20, false>(job);
    case 6:
      return launch<T, 24, false>(job);
    case 7:
      return launch<T, 28, false>(job);
    default:
      return launch<T, 32, false>(job);
  }
}

void run(const MapJob& job) {
  with_precision(job.output.precision,
                 [&]<class T>() { launch_radius<T>(job, job.parameters_as<Parameters>().radius); });
}

}  // namespace

extern const Variant cuda_fused;
const Variant cuda_fused{
    .processor = Processor::gpu,
    .summary = "CUDA: one pass; each warp marches down a strip, blurs a row across and adds it to sums in registers.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds, .mappings = mapping_1d},
    .run = run,
    .reordered = true};

}  // namespace heteroscope::blur
