#include <algorithm>
#include <string>

#include "core/run/gpu/kernel_code.cuh"
#include "kernels/blur/tensor_strip.cuh"
#include "kernels/strip_launch.cuh"

namespace heteroscope::blur {
namespace {

template <class T, Tracing How, int Reach>
void launch(const MapJob& job) {
  const auto kernel = tensor_strips<T, Reach, How>;
  const LineMask<T> mask = line_mask<T>(job.parameters_as<Parameters>());
  TensorArguments<T> a{.common = kernel_arguments(job, {})};
  for (int k = 0; k <= a.common.radius; ++k) a.weight[k] = mask.weight[a.common.radius + k];
  a.wide = is_wide(job.input) && is_wide(job.output);
  a.strips = ceil_div(job.output.size.width, TensorShape<T, Reach>::strip);
  const int marches = std::max(warps_at_a_time(kernel, tensor_warps) / a.strips, 1);
  a.rows_each = TensorShape<T, Reach>::rows_each(job.rows.count(), marches);
  const int tasks = a.strips * ceil_div(job.rows.count(), a.rows_each);
  a.common.trace = traced_marches(job, pass_of(job, "strips"), tasks, TensorShape<T, Reach>::strip);
  kernel<<<ceil_div(tasks, tensor_warps), 32 * tensor_warps, 0, job.stream>>>(a);
  HETEROSCOPE_LAUNCHED(tensor_strips);
}

void run(const MapJob& job) {
  static_assert(max_radius <= 4 * tile_rows);
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    with_reach(job.parameters_as<Parameters>().radius, [&]<int Reach>() { launch<T, How, Reach>(job); });
  });
}

std::string unavailable(const device::Facts& facts) {
  return refusal_of_code(facts, 9, "tensor core products of these shapes");
}

/// By how much products in fp32 err beyond the workload's tolerance. Each number x of a product is split into h + l: h
/// has 11 bits, |l| ≤ 2⁻¹¹ |x|, and what is cut off l is less than 2 u |x| (u = 2⁻²⁴). The product of the two l is left
/// out, at most 4 u. That makes 8 u for each of the two lines of weights, which sum to 1. The additions inside of a
/// tensor core are not specified further than "at least single precision"; they are known to truncate rather than to
/// round (Fasi, Higham, Mikaitis and Pranesh, Numerical behavior of NVIDIA tensor cores, PeerJ Computer Science 7,
/// 2021), by up to 2 u of the largest number in the sum: 3 terms of n numbers in each line. Products in fp64 are fused
/// multiply-adds.
double rounding(const std::any& parameters, Precision precision, double largest) {
  if (precision == Precision::fp64) return 0;
  const double n = 2.0 * std::any_cast<const Parameters&>(parameters).radius + 1;
  return (2 * 8 + 2 * 3 * n * 2) * 0x1p-24 * largest;
}

}  // namespace
/// Both passes of a separable blur as products with banded matrices on the tensor cores; tensor_strip.cuh has the
/// kernel. Measured on an NVIDIA H200 (2026-11-21, docs/performance.md) at 8192²: 0.173, 0.174 and 0.240 ms in fp32 and
/// 0.329, 0.331 and 0.422 ms in fp64 at radius 2, 5 and 16; at radius 16 cuda_fused takes 0.339 and 0.570 ms.

extern const Variant cuda_tensor;
const Variant cuda_tensor{
    .processor = Processor::gpu,
    .summary =
        "CUDA: tensor cores; both passes are products with banded matrices; fp32 is split into 3 TF32 "
        "products.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds, .mappings = mapping_1d},
    .run = run,
    .unavailable = unavailable,
    .kernels = "blur::tensor_strips<",
    .reordered = true,
    .rounding = rounding};

}  // namespace heteroscope::blur
