#include "core/base/ceil_div.hpp"
#include "kernels/mandelbrot/launch.cuh"

namespace heteroscope::mandelbrot {
namespace {

constexpr int short_stride = 16;  // iterations between two escape tests of a young orbit
constexpr int long_stride = 64;   // the same for an orbit that has lasted longer
constexpr int young = 1 + 32;     // the count up to which an orbit is young

/// Makes strides of `Stride` iterations with one escape test each, from iterate z of count k, as long as z stays inside
/// and the count stays below `end`. It makes no iterate past `limit`. It returns whether the last stride ended inside.
template <class A, int Stride, class T>
__device__ bool take_strides(Complex<T>& z, Complex<T> c, int& k, int end, int limit) {
  while (k < end && k + Stride <= limit) {
    Complex<T> ahead = z;
#pragma unroll
    for (int i = 0; i < Stride; ++i) ahead = next<A>(ahead, c);
    if (escaped<A>(ahead)) return false;
    z = ahead;
    k += Stride;
  }
  return true;
}

/// Does so for four interleaved orbits of one count, as long as all of them stay inside; `inside` says which of them
/// ended the last stride inside.
template <class A, int Stride, class T>
__device__ bool take_strides_together(Complex<T> (&z)[quad], const Complex<T> (&c)[quad], bool (&inside)[quad], int& k,
                                      int end, int limit) {
  while (k < end && k + Stride <= limit) {
    Complex<T> ahead[quad];
#pragma unroll
    for (int p = 0; p < quad; ++p) ahead[p] = z[p];
#pragma unroll 32
    for (int i = 0; i < Stride; ++i) {
#pragma unroll
      for (int p = 0; p < quad; ++p) ahead[p] = next_by_half<A>(ahead[p], c[p].re, T(0.5) * c[p].im);
    }
#pragma unroll
    for (int p = 0; p < quad; ++p) inside[p] = !escaped<A>(ahead[p]);
    if (!(inside[0] && inside[1] && inside[2] && inside[3])) return false;
#pragma unroll
    for (int p = 0; p < quad; ++p) z[p] = ahead[p];
    k += Stride;
  }
  return true;
}

/// The values of four points, each with the count of the plain loop. A stride that ends outside is repeated with
/// shorter ones and finally with a test after each iteration; an old orbit can afford to repeat more.
template <class T, class A, bool Julia>
__device__ Quad<T> quad_values(const KernelArguments<T, A, Julia>& a, const Complex<T> (&point)[quad]) {
  Complex<T> z[quad];
  Complex<T> c[quad];
  bool inside[quad];
  bool striding = true;
#pragma unroll
  for (int p = 0; p < quad; ++p) {
    z[p] = a.first(point[p]);
    c[p] = a.added(point[p]);
    inside[p] = !a.family().needs_each_test(point[p].re);
    // of a Julia set with a real c imaginary parts may become subnormal
    striding = striding && inside[p] && halvable(c[p].im) && !(Julia && c[p].im == T(0));
  }
  int together = 1;
  if (striding && take_strides_together<A, short_stride>(z, c, inside, together, young, a.limit)) {
    if (!take_strides_together<A, long_stride>(z, c, inside, together, a.limit, a.limit)) {
#pragma unroll
      for (int p = 0; p < quad; ++p) inside[p] = true;  // assumed for now; the short strides that follow find out
    }
    take_strides_together<A, short_stride>(z, c, inside, together, a.limit, a.limit);
  }
  Quad<T> values;
#pragma unroll
  for (int p = 0; p < quad; ++p) {
    int k = together;
    if (inside[p] && take_strides<A, short_stride>(z[p], c[p], k, young, a.limit)) {
      take_strides<A, long_stride>(z[p], c[p], k, a.limit, a.limit);
      take_strides<A, short_stride>(z[p], c[p], k, a.limit, a.limit);
    }
    k = iterate_plainly<A>(z[p], c[p], k, a.limit);
    values.value[p] = a.value(z[p], c[p], k);
  }
  return values;
}

/// A thread for each quad of neighboring pixels, blocks over columns and rows. Measured on an NVIDIA H200 (2026-11-21,
/// docs/performance.md), 10240 × 10240, all pixels inside, limit 500: 7.350 ms in fp32 and 13.72 ms in fp64, 87.4 % and
/// 91.8 % of the ceiling of fused multiply-adds.
template <class T, class A, Tracing How, bool Julia, bool Turned>
__global__ void __launch_bounds__(1024) tiles(KernelArguments<T, A, Julia> a) {
  const BlockTimer<How> timer(a.trace);
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * quad;
  if (x < a.output.size.width) {
    for (int y = a.rows.begin + blockIdx.y * blockDim.y + threadIdx.y; y < a.rows.end; y += gridDim.y * blockDim.y) {
      Complex<T> points[quad];
#pragma unroll
      for (int p = 0; p < quad; ++p)
        points[p] = a.grid.template point<Turned>(static_cast<T>(x + p), static_cast<T>(y));
      store(a, x, y, quad_values(a, points));
    }
  }
  timer.finish([&] { return cells_of_block(a.output.size.width, a.rows.begin, quad); });
}

/// A thread for each quad, with the pixels of all rows as one line; a quad may continue in the next row.
template <class T, class A, Tracing How, bool Julia>
__global__ void __launch_bounds__(1024) line(KernelArguments<T, A, Julia> a) {
  const BlockTimer<How> timer(a.trace);
  const int width = a.output.size.width;
  const std::int64_t pixels = std::int64_t{a.rows.count()} * width;
  const std::int64_t thread = threadIdx.y * blockDim.x + threadIdx.x;
  const std::int64_t first = (std::int64_t{blockIdx.x} * blockDim.x * blockDim.y + thread) * quad;
  if (first < pixels) {
    Complex<T> points[quad];
#pragma unroll
    for (int p = 0; p < quad; ++p) {
      points[p] =
          a.grid.at(static_cast<int>((first + p) % width), a.rows.begin + static_cast<int>((first + p) / width));
    }
    const Quad<T> values = quad_values(a, points);
    T* out = a.output.template row<T>(a.rows.begin) + first;
#pragma unroll
    for (int p = 0; p < quad; ++p) {
      if (first + p < pixels) out[p] = values.value[p];
    }
  }
  timer.finish([&] { return run_of_block(quad); });
}

template <class A>
void launch(const MapJob& job) {
  if (is_deep(job)) return launch_deep(job, job.mapping == "1d" ? DeepMapping::line : DeepMapping::pixels);
  const int width = job.output.size.width;
  if (job.mapping == "1d") {
    with_all_types(job, [&]<class T, Tracing How, bool Julia>() {
      const std::int64_t a_block = std::int64_t{quad} * job.block.threads();
      const auto blocks = static_cast<unsigned>(ceil_div(std::int64_t{width} * job.rows.count(), a_block));
      const SpanSink trace = traced_line(job, pass_of(job, "line"), blocks, a_block);
      line<T, A, How, Julia><<<blocks, block_of(job), 0, job.stream>>>(kernel_arguments<T, A, Julia>(job, trace));
      HETEROSCOPE_LAUNCHED(line);
    });
  } else {
    with_all_types_and_turns(job, [&]<class T, Tracing How, bool Julia, bool Turned>() {
      const dim3 grid = grid_over(job, ceil_div(width, quad));
      const SpanSink trace = traced_grid(job, pass_of(job, "tiles"), grid, quad);
      tiles<T, A, How, Julia, Turned>
          <<<grid, block_of(job), 0, job.stream>>>(kernel_arguments<T, A, Julia>(job, trace));
      HETEROSCOPE_LAUNCHED(tiles);
    });
  }
}

}  // namespace

HETEROSCOPE_LAUNCHED_IN_ARITHMETIC(cuda_unrolled, launch)

#ifndef HETEROSCOPE_CONTRACTED
extern const Variant cuda_unrolled;
const Variant cuda_unrolled{.processor = Processor::gpu,
                            .summary =
                                "CUDA: four pixels per thread, four floating-point instructions per iteration; escape "
                                "is tested every 16, later every 64 iterations; exact counts.",
                            .knobs = {.precisions = both_precisions,
                                      .memory_kinds = all_memory_kinds,
                                      .blocks = BlockRule::any,
                                      .default_block = {8, 16},
                                      .mappings = mapping_2d_1d},
                            .run = run,
                            .unfit = deep_unfit};
#endif

}  // namespace heteroscope::mandelbrot
