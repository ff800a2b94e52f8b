#include "kernels/simd_targets.hpp"

#include <omp.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/blur/separable_simd.cpp"
#include <hwy/foreach_target.h>  // includes this file again for each instruction set

#include <hwy/highway.h>

#include "core/base/parallel.hpp"
#include "core/model/variant.hpp"
#include "kernels/blur/separable_band-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::blur::HWY_NAMESPACE {

void blur_band_fp32(const BandTask<float>& task) {
  BandRun<float>(task).run();
}
void blur_band_fp64(const BandTask<double>& task) {
  BandRun<double>(task).run();
}

}  // namespace heteroscope::blur::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope::blur {
namespace {

HWY_EXPORT(blur_band_fp32);
HWY_EXPORT(blur_band_fp64);

template <class T, class Band>
void run_bands(const MapJob& job, Band blur_band) {
  const auto& parameters = job.parameters_as<Parameters>();
  const LineMask<T> mask = line_mask<T>(parameters);
  begin_threads(job, pass_of(job, "rows"));
  Thrown thrown;
#pragma omp parallel num_threads(job.threads)
  {
    const int thread = omp_get_thread_num();
    const auto border_of = [&](int i) {
      return job.rows.begin + static_cast<int>(std::int64_t{job.rows.count()} * i / omp_get_num_threads());
    };
    const Rows rows{border_of(thread), border_of(thread + 1)};
    if (!rows.empty())
      thrown.keep([&] { blur_band(BandTask<T>{job, mask, parameters.radius, parameters.border, rows, thread}); });
  }
  thrown.rethrow();
}

void run(const MapJob& job) {
  if (job.output.precision == Precision::fp32) {
    run_bands<float>(job, HETEROSCOPE_TARGET_OF(blur_band_fp32, job));
  } else {
    run_bands<double>(job, HETEROSCOPE_TARGET_OF(blur_band_fp64, job));
  }
}

}  // namespace

/// Measured on two cores of an AMD EPYC with AVX-512 (2026-11-21, docs/performance.md) at 6000 × 6000: 6.85, 8.86 and
/// 19.3 ms in fp32 and 16.3, 19.6 and 48.6 ms in fp64 at radius 2, 5 and 16.
extern const Variant separable_simd;
const Variant separable_simd{
    .processor = Processor::cpu,
    .summary =
        "SIMD (Highway): blurs each row horizontally, then vertically from a ring of such rows in the "
        "cache; each thread has a band of rows.",
    .knobs = simd_knobs,
    .run = run,
    .unavailable = simd_unavailable,
    .reordered = true};

}  // namespace heteroscope::blur
#endif
