#include "core/run/cpu_rows.hpp"
#include "kernels/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/binarize/mean_simd.cpp"
#include <hwy/foreach_target.h>  // includes this file again for each instruction set
#include <hwy/highway.h>
#include <omp.h>

#include <algorithm>

#include "kernels/binarize/sums/compensated_sum.hpp"
#include "kernels/binarize/sums/cpu_mean.hpp"
#include "kernels/binarize/sums/load_widened-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::binarize::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The sum of a block of values, in eight vectors of sums to hide the latency of an addition. Values are multiplied by
/// `scale`, a power of two, which is exact.
template <class T>
double block_sum(const T* HWY_RESTRICT values, int count, double scale) {
  const Sums d;
  const auto factor = hn::Set(d, scale);
  const int n = static_cast<int>(hn::Lanes(d));
  auto s0 = hn::Zero(d);
  auto s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  int i = 0;
  for (; i + 8 * n <= count; i += 8 * n) {
    s0 = hn::MulAdd(load_widened(values + i), factor, s0);
    s1 = hn::MulAdd(load_widened(values + i + n), factor, s1);
    s2 = hn::MulAdd(load_widened(values + i + 2 * n), factor, s2);
    s3 = hn::MulAdd(load_widened(values + i + 3 * n), factor, s3);
    s4 = hn::MulAdd(load_widened(values + i + 4 * n), factor, s4);
    s5 = hn::MulAdd(load_widened(values + i + 5 * n), factor, s5);
    s6 = hn::MulAdd(load_widened(values + i + 6 * n), factor, s6);
    s7 = hn::MulAdd(load_widened(values + i + 7 * n), factor, s7);
  }
  for (; i + n <= count; i += n) s0 = hn::MulAdd(load_widened(values + i), factor, s0);
  s0 = hn::Add(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), hn::Add(hn::Add(s4, s5), hn::Add(s6, s7)));
  double sum = hn::GetLane(hn::SumOfLanes(d, s0));
  for (; i < count; ++i) sum += values[i] * scale;
  return sum;
}

double block_sum_fp32(const float* values, int count, double scale) {
  return block_sum(values, count, scale);
}
double block_sum_fp64(const double* values, int count, double scale) {
  return block_sum(values, count, scale);
}

}  // namespace heteroscope::binarize::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope::binarize {
namespace {

HWY_EXPORT(block_sum_fp32);
HWY_EXPORT(block_sum_fp64);

constexpr int block = 4096;
constexpr int block_additions = block / 16 + 7 + 3 + 3 + 7;

/// The bound of the error. Within a block, with vectors of at least two fp64 elements, there are 4096 / 16 additions an
/// element, up to 7 of left-over vectors, 3 of the eight vectors, 3 of the elements, and 7 of left-over values. The
/// blocks' sums, at most n, are added with compensation: u and (n·u)² more.
double sum_error(std::int64_t values, Precision) {
  const double in_blocks = error_of_depth(block_additions);
  const double share = static_cast<double>(values) * roundoff_fp64;
  return in_blocks + 2 * roundoff_fp64 + 2 * share * share;
}

template <class T>
void add_rows(const ReduceJob& job, double (*block_sum)(const T*, int, double)) {
  const double scale = plain_scale<double>(job.largest);
  CompensatedSum total;
  begin_threads(job, pass_of(job, "rows"));
#pragma omp parallel num_threads(job.threads)
  {
    CompensatedSum mine;
#pragma omp for schedule(static) nowait
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      if (job.cancelled()) continue;
      const ThreadSpan span(job);
      const T* values = job.input.row<const T>(y);
      const int width = job.input.size.width;
      for (int x = 0; x < width; x += block) mine.add(block_sum(values + x, std::min(block, width - x), scale));
      span.finish_rows({y, y + 1}, job.input.size.width);
    }
    // The order is that of the threads, so that the sum is the same each time.
#pragma omp for ordered schedule(static, 1)
    for (int thread = 0; thread < omp_get_num_threads(); ++thread) {
#pragma omp ordered
      total.add(mine);
    }
  }
  partial(job) += total.value();
}

void run(const ReduceJob& job) {
  if (job.input.precision == Precision::fp32) {
    add_rows<float>(job, HETEROSCOPE_TARGET_OF(block_sum_fp32, job));
  } else {
    add_rows<double>(job, HETEROSCOPE_TARGET_OF(block_sum_fp64, job));
  }
}

}  // namespace

/// Measured on two cores of an AMD EPYC with AVX-512 (2026-11-21, docs/performance.md) at 6000 × 6000: 1.73 ms in fp32
/// and 3.10 ms in fp64, 0.98 and 1.09 of the copy bandwidth.
extern const Variant mean_simd;
const Variant mean_simd{
    .processor = Processor::cpu,
    .summary =
        "SIMD (Highway): eight vectors of fp64 sums over blocks of 4096 values; the sums of the blocks "
        "are added with compensation. Error at most 280 u.",
    .knobs = simd_knobs,
    .run = run,
    .unavailable = simd_unavailable,
    .reordered = true,
    .sum_error = sum_error};

}  // namespace heteroscope::binarize
#endif
