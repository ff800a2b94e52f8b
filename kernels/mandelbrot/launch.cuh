#pragma once

#include "core/run/gpu/launch.cuh"
#include "kernels/mandelbrot/arithmetic.hpp"
#include "kernels/mandelbrot/deep/launch.hpp"
#include "kernels/mandelbrot/deep/pixels.hpp"
#include "kernels/mandelbrot/escape.hpp"
#include "kernels/mandelbrot/grid.hpp"

namespace heteroscope::mandelbrot {

/// The arguments that all kernels of the workload have in common; `A` is the arithmetic of its orbits, and `Julia` says
/// whether they are those of a Julia set.
template <class T, class A, bool Julia>
struct KernelArguments {
  Grid<T> grid;
  FieldView output;
  Rows rows;
  int limit = 0;
  bool smooth = false;
  SpanSink trace;

  __device__ Family<T, Julia> family() const { return {grid.c}; }
  __device__ Complex<T> first(Complex<T> point) const { return family().first(point); }
  __device__ Complex<T> added(Complex<T> point) const { return family().added(point); }
  __device__ T value(Complex<T> z, Complex<T> c, int k) const { return pixel_value<A>(z, c, k, limit, smooth); }
  __device__ void put(int x, int y, Complex<T> z, Complex<T> c, int k) const { output.row<T>(y)[x] = value(z, c, k); }
};

/// The check `Variant::unfit` of all GPU variants.
inline std::string deep_unfit(const std::any& parameters, const Extent&, bool, const device::Facts&) {
  return refused_on_gpu(std::any_cast<const Parameters&>(parameters));
}

/// The number of neighboring pixels of a row that one thread computes, in kernels that store 16 or 32 bytes at once.
inline constexpr int quad = 4;

template <class T>
struct alignas(quad * sizeof(T)) Quad {
  T value[quad];
};

/// Stores a quad whose first pixel is (x, y), except what lies outside of the picture or of its rows.
template <class T, class A, bool Julia>
__device__ void store(const KernelArguments<T, A, Julia>& a, int x, int y, const Quad<T>& values) {
  if (y >= a.rows.end) return;
  T* out = a.output.template row<T>(y) + x;
  if (a.output.size.width % quad == 0) {
    if (x < a.output.size.width) *reinterpret_cast<Quad<T>*>(out) = values;
    return;
  }
#pragma unroll
  for (int i = 0; i < quad; ++i) {
    if (x + i < a.output.size.width) out[i] = values.value[i];
  }
}

template <class T, class A, bool Julia>
KernelArguments<T, A, Julia> kernel_arguments(const MapJob& job, SpanSink trace) {
  const auto& p = job.parameters_as<Parameters>();
  return {make_grid<T>(p, job.cutout), job.output, job.rows, p.max_iterations, p.smooth, trace};
}

/// Calls `body.template operator()<T, Julia>()` with a job's precision and kind of set.
template <class Body>
void with_types(const MapJob& job, const Body& body) {
  with_precision(job.output.precision, [&]<class T>() {
    with_family(job.parameters_as<Parameters>(), [&]<bool Julia>() { body.template operator()<T, Julia>(); });
  });
}
/// Calls `body.template operator()<T, How, Julia>()`, with the way of tracing as well.
template <class Body>
void with_all_types(const MapJob& job, const Body& body) {
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    with_family(job.parameters_as<Parameters>(), [&]<bool Julia>() { body.template operator()<T, How, Julia>(); });
  });
}
/// Calls `body.template operator()<T, How, Julia, Turned>()`. Kernels that make use of what neighbors in a row have in
/// common are compiled once more for upright pictures (Grid::point); the orbits of a Julia set have nothing but c in
/// common.
template <class Body>
void with_all_types_and_turns(const MapJob& job, const Body& body) {
  with_all_types(job, [&]<class T, Tracing How, bool Julia>() {
    if constexpr (!Julia) {
      if (is_upright(job.parameters_as<Parameters>())) return body.template operator()<T, How, false, false>();
    }
    body.template operator()<T, How, Julia, true>();
  });
}

/// nvcc fuses products and sums, or does not, in a whole source file. So each source with kernels is compiled twice:
/// without contraction, for Fused and Separate; and with HETEROSCOPE_CONTRACTED and --fmad=true for AsCompiled, whose
/// entry point this defines. `LAUNCH` is a function template over the arithmetic that launches a job's kernels; the
/// variant's run() chooses.
#ifdef HETEROSCOPE_CONTRACTED
#define HETEROSCOPE_LAUNCHED_IN_ARITHMETIC(VARIANT, LAUNCH) \
  void VARIANT##_as_compiled(const MapJob& job) {           \
    LAUNCH<AsCompiled>(job);                                \
  }
#else
#define HETEROSCOPE_LAUNCHED_IN_ARITHMETIC(VARIANT, LAUNCH) \
  void VARIANT##_as_compiled(const MapJob& job);            \
  static void run(const MapJob& job) {                      \
    switch (job.parameters_as<Parameters>().arithmetic) {   \
      case Arithmetic::fused:                               \
        return LAUNCH<Fused>(job);                          \
      case Arithmetic::separate:                            \
        return LAUNCH<Separate>(job);                       \
      case Arithmetic::as_compiled:                         \
        return VARIANT##_as_compiled(job);                  \
    }                                                       \
  }
#endif

}  // namespace heteroscope::mandelbrot
