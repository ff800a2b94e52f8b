#include "kernels/mandelbrot/reference.hpp"
#include "kernels/mandelbrot/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/mandelbrot/simd.cpp"
#include <hwy/foreach_target.h>  // includes this file again for each instruction set
#include <hwy/highway.h>

#include "kernels/mandelbrot/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::mandelbrot::HWY_NAMESPACE {

void simd_row_fp32(const RowTask<float>& task) {
  compute_simd_row<float, false>(task);
}
void simd_row_fp64(const RowTask<double>& task) {
  compute_simd_row<double, false>(task);
}

}  // namespace heteroscope::mandelbrot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope::mandelbrot {
namespace {

HWY_EXPORT(simd_row_fp32);
HWY_EXPORT(simd_row_fp64);

void run(const MapJob& job) {
  if (is_deep(job)) return compute_deep_rows(job, chunk_of(job));
  if (job.output.precision == Precision::fp32) {
    for_rows<float>(job, HETEROSCOPE_TARGET_OF(simd_row_fp32, job));
  } else {
    for_rows<double>(job, HETEROSCOPE_TARGET_OF(simd_row_fp64, job));
  }
}

}  // namespace

/// Measured on one thread of an AMD EPYC with AVX-512 (docs/performance.md), 1024 × 1024, all pixels inside: 55 times
/// as fast as sequential in fp32 and 29 times in fp64; the whole set 41 and 24 times.
extern const Variant simd;
const Variant simd{.processor = Processor::cpu,
                   .summary =
                       "Highway: vectors of the widest kind that the CPU has, several interleaved; escape is tested "
                       "every 16 iterations.",
                   .knobs = vector_knobs,
                   .run = run,
                   .unavailable = simd_unavailable};

}  // namespace heteroscope::mandelbrot
#endif
