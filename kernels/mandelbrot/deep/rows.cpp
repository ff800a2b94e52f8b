#include "core/run/cpu_rows.hpp"
#include "kernels/mandelbrot/deep/pixels.hpp"
#include "kernels/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/mandelbrot/deep/rows.cpp"
#include <hwy/foreach_target.h>  // includes this file again for each instruction set
#include <hwy/highway.h>

#include "kernels/mandelbrot/deep/simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::mandelbrot::HWY_NAMESPACE {

template <class R, bool Julia>
void put_row(const MapJob& job, const DeepPicture<R, Julia>& picture, int y) {
  const auto& p = job.parameters_as<Parameters>();
  DeepRow<R, Julia> row(picture, job.output.size.width, p.max_iterations, p.smooth, job.cancel);
  with_precision(job.output.precision, [&]<class T>() {
    T* const out = job.output.row<T>(y);
    row.run(y, [&](int x, double value) { out[x] = static_cast<T>(settled(job, x, y, value)); });
  });
}

void perturbed_row(const MapJob& job, const DeepPicture<double, false>& picture, int y) {
  put_row(job, picture, y);
}
void perturbed_julia_row(const MapJob& job, const DeepPicture<double, true>& picture, int y) {
  put_row(job, picture, y);
}
void extended_row(const MapJob& job, const DeepPicture<Wide, false>& picture, int y) {
  put_row(job, picture, y);
}
void extended_julia_row(const MapJob& job, const DeepPicture<Wide, true>& picture, int y) {
  put_row(job, picture, y);
}

}  // namespace heteroscope::mandelbrot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope::mandelbrot {
namespace {

HWY_EXPORT(perturbed_row);
HWY_EXPORT(perturbed_julia_row);
HWY_EXPORT(extended_row);
HWY_EXPORT(extended_julia_row);

void compute_deep_row(const MapJob& job, const DeepPicture<double, false>& picture, int y) {
  HETEROSCOPE_TARGET_OF(perturbed_row, job)(job, picture, y);
}
void compute_deep_row(const MapJob& job, const DeepPicture<double, true>& picture, int y) {
  HETEROSCOPE_TARGET_OF(perturbed_julia_row, job)(job, picture, y);
}
void compute_deep_row(const MapJob& job, const DeepPicture<Wide, false>& picture, int y) {
  HETEROSCOPE_TARGET_OF(extended_row, job)(job, picture, y);
}
void compute_deep_row(const MapJob& job, const DeepPicture<Wide, true>& picture, int y) {
  HETEROSCOPE_TARGET_OF(extended_julia_row, job)(job, picture, y);
}

}  // namespace

void compute_deep_rows(const MapJob& job, int chunk) {
  begin_threads(job, pass_of(job, "rows"));
  with_picture(job, [&](const auto& picture) {
#pragma omp parallel for num_threads(job.threads) schedule(dynamic, chunk)
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      const ThreadSpan span(job);
      compute_deep_row(job, picture, y);
      span.finish_rows({y, y + 1}, job.output.size.width);
    }
  });
}

}  // namespace heteroscope::mandelbrot
#endif
