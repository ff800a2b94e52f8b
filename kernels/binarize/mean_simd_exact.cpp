#include "core/run/cpu_rows.hpp"
#include "kernels/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/binarize/mean_simd_exact.cpp"
#include <hwy/foreach_target.h>  // includes this file again for each instruction set
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/binarize/sums/cpu_mean.hpp"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/sums/load_widened-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::binarize::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The sum of a vector's elements modulo 2^64. GCC's own reduction of 512-bit vectors adds signed numbers, which must
/// not overflow.
template <class V>
std::uint64_t sum_of_lanes(V v) {
  const hn::DFromV<V> bits;
  HWY_ALIGN std::uint64_t lanes[hn::MaxLanes(bits)];
  hn::Store(v, bits, lanes);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < hn::Lanes(bits); ++i) sum += lanes[i];
  return sum;
}

/// The digits' sums of a block of values. There are two vectors of sums for each digit, to hide the latency of an
/// addition.
template <class T>
DigitSums block_digits(const T* HWY_RESTRICT values, int count, double scale) {
  const Sums d;
  const hn::RebindToUnsigned<Sums> bits;
  const int n = static_cast<int>(hn::Lanes(d));
  const auto factor = hn::Set(d, scale);
  const auto offset = hn::Set(d, anchor);
  const auto finer = hn::Set(d, second_digit);
  auto first0 = hn::Zero(bits);
  auto first1 = first0, second0 = first0, second1 = first0;
  const auto add = [&](const T* at, auto& first, auto& second) HWY_ATTR {
    // The factors are powers of two, so that the bits are the same with and without fused multiply-add.
    const auto value = load_widened(at);
    const auto anchored = hn::MulAdd(value, factor, offset);
    const auto rest = hn::MulSub(value, factor, hn::Sub(anchored, offset));
    first = hn::Add(first, hn::BitCast(bits, anchored));
    second = hn::Add(second, hn::BitCast(bits, hn::MulAdd(rest, finer, offset)));
  };
  int i = 0;
  for (; i + 2 * n <= count; i += 2 * n) {
    add(values + i, first0, second0);
    add(values + i + n, first1, second1);
  }
  for (; i + n <= count; i += n) add(values + i, first0, second0);
  DigitSums out{sum_of_lanes(hn::Add(first0, first1)), sum_of_lanes(hn::Add(second0, second1))};
  for (; i < count; ++i) out.add(values[i], scale);
  return out;
}

DigitSums block_digits_fp32(const float* values, int count, double scale) {
  return block_digits(values, count, scale);
}
DigitSums block_digits_fp64(const double* values, int count, double scale) {
  return block_digits(values, count, scale);
}

}  // namespace heteroscope::binarize::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope::binarize {
namespace {

HWY_EXPORT(block_digits_fp32);
HWY_EXPORT(block_digits_fp64);

template <class T>
void add_rows(const ReduceJob& job, DigitSums (*block_digits)(const T*, int, double)) {
  const double scale = scale_of(job.largest);
  begin_threads(job, pass_of(job, "rows"));
#pragma omp parallel num_threads(job.threads)
  {
    Limbs first;
    Limbs second;
#pragma omp for schedule(static) nowait
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      if (job.cancelled()) continue;
      const ThreadSpan span(job);
      const T* values = job.input.row<const T>(y);
      const int width = job.input.size.width;
      for (int x = 0; x < width; x += most_added) {
        const int count = std::min(most_added, width - x);
        const DigitSums digits = block_digits(values + x, count, scale);
        first.add(Limbs::of(digits.first, count));
        second.add(Limbs::of(digits.second, count));
      }
      span.finish_rows({y, y + 1}, job.input.size.width);
    }
    first.normalize();
    second.normalize();
#pragma omp critical(heteroscope_exact_sum)
    add_limbs(job, first, second);
  }
}

void run(const ReduceJob& job) {
  if (job.input.precision == Precision::fp32) {
    add_rows<float>(job, HETEROSCOPE_TARGET_OF(block_digits_fp32, job));
  } else {
    add_rows<double>(job, HETEROSCOPE_TARGET_OF(block_digits_fp64, job));
  }
}

}  // namespace

/// Measured on two threads of an AMD EPYC with AVX-512 (2026-11-22, docs/performance.md) at 10240 × 10240: 14.8 ms in
/// fp32 and 28.1 ms in fp64, where mean_simd takes 14.7 and 32.4 ms.
extern const Variant mean_simd_exact;
const Variant mean_simd_exact{
    .processor = Processor::cpu,
    .summary =
        "SIMD (Highway): values are rounded to whole numbers of two 51-bit digits and added exactly; the "
        "same result in any order, on any processor. Error at most 1 u.",
    .knobs = simd_knobs,
    .run = run,
    .unavailable = simd_unavailable,
    .reordered = true,
    .sum_error = error_of_exact_sum};

}  // namespace heteroscope::binarize
#endif
