#include "core/base/ceil_div.hpp"
#include "core/run/gpu/launch.cuh"
#include "kernels/mandelbrot/deep/launch.hpp"
#include "kernels/mandelbrot/deep/pixels.hpp"
#include "kernels/mandelbrot/deep/tier.hpp"

namespace heteroscope::mandelbrot {
namespace {

/// The arguments of all kernels of deep pictures. Values are fp64 until they are stored, whatever the picture's
/// precision.
struct DeepArguments {
  const void* table = nullptr;
  FieldView output;
  Cutout cutout;
  Rows rows;
  int limit = 0;
  bool smooth = false;
  SpanSink trace;

  template <class R, bool Julia>
  __device__ void compute(const DeepPicture<R, Julia>& picture, int x, int y) const {
    put(x, y, picture.value(x, y, limit, smooth));
  }
  [[nodiscard]] __device__ bool undecided(int x, int y) const {
    return output.precision == Precision::fp32 ? output.row<float>(y)[x] < 0 : output.row<double>(y)[x] < 0;
  }
  __device__ void put(int x, int y, double value) const {
    if (output.precision == Precision::fp32) {
      output.row<float>(y)[x] = static_cast<float>(value);
    } else {
      output.row<double>(y)[x] = value;
    }
  }
};

template <class R, Tracing How, bool Julia>
__global__ void __launch_bounds__(1024) deep_pixels(const __grid_constant__ DeepArguments a) {
  const BlockTimer<How> timer(a.trace);
  const int width = a.output.size.width;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) {
    const DeepPicture<R, Julia> picture(a.table, a.cutout);
    for (int y = a.rows.begin + blockIdx.y * blockDim.y + threadIdx.y; y < a.rows.end; y += gridDim.y * blockDim.y)
      a.compute(picture, x, y);
  }
  timer.finish([&] { return cells_of_block(width, a.rows.begin); });
}

template <class R, Tracing How, bool Julia>
__global__ void __launch_bounds__(1024) deep_columns(const __grid_constant__ DeepArguments a) {
  const BlockTimer<How> timer(a.trace);
  const int width = a.output.size.width;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) {
    const DeepPicture<R, Julia> picture(a.table, a.cutout);
    for (int y = a.rows.begin; y < a.rows.end; ++y) a.compute(picture, x, y);
  }
  timer.finish([&] {
    const auto threads = static_cast<int>(blockDim.x);
    return rectangle(width, std::int64_t{blockIdx.x} * threads, a.rows.begin, threads, a.rows.count());
  });
}

template <class R, Tracing How, bool Julia>
__global__ void __launch_bounds__(1024) deep_line(const __grid_constant__ DeepArguments a) {
  const BlockTimer<How> timer(a.trace);
  const int width = a.output.size.width;
  const std::int64_t thread = threadIdx.y * blockDim.x + threadIdx.x;
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x * blockDim.y + thread;
  if (i < std::int64_t{a.rows.count()} * width) {
    const DeepPicture<R, Julia> picture(a.table, a.cutout);
    a.compute(picture, static_cast<int>(i % width), a.rows.begin + static_cast<int>(i / width));
  }
  timer.finish([&] { return run_of_block(1); });
}

constexpr int refining_threads = 128;
constexpr int refined_cells = 2048;  // of a block

/// Recomputes the pixels that are left undecided in double-doubles. They are few, lie in clusters, and together take as
/// long as the whole picture; so each block compacts the undecided pixels of a run into a list, and its warps work on
/// that without idle lanes.
template <Tracing How, bool Julia>
__global__ void __launch_bounds__(refining_threads) deep_refined(const __grid_constant__ DeepArguments a) {
  const BlockTimer<How> timer(a.trace);
  __shared__ unsigned short listed[refined_cells];
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  const int width = a.output.size.width;
  const std::int64_t begin = std::int64_t{blockIdx.x} * refined_cells;
  const std::int64_t end = min(begin + refined_cells, std::int64_t{a.rows.count()} * width);
  const auto row_of = [&](std::int64_t cell) { return a.rows.begin + static_cast<int>(cell / width); };
  for (std::int64_t cell = begin + threadIdx.x; cell < end; cell += refining_threads) {
    if (a.undecided(static_cast<int>(cell % width), row_of(cell)))
      listed[atomicAdd(&count, 1)] = static_cast<unsigned short>(cell - begin);
  }
  __syncthreads();
  const DeepPicture<DoubleDouble, Julia> picture(a.table, a.cutout);
  for (int i = threadIdx.x; i < count; i += refining_threads) {
    const std::int64_t cell = begin + listed[i];
    a.compute(picture, static_cast<int>(cell % width), row_of(cell));
  }
  timer.finish([&] { return run_of_block(refined_cells / refining_threads); });
}

template <bool Julia>
void refine(const MapJob& job, DeepArguments arguments) {
  with_tracing(job, [&]<Tracing How>() {
    const std::int64_t cells = std::int64_t{job.output.size.width} * job.rows.count();
    const auto blocks = static_cast<unsigned>(ceil_div(cells, refined_cells));
    arguments.trace = traced_line(job, pass_of(job, "deep_refined"), blocks, refined_cells);
    deep_refined<How, Julia><<<blocks, refining_threads, 0, job.stream>>>(arguments);
  });
  HETEROSCOPE_LAUNCHED(deep_refined);
}

template <class R, bool Julia>
void launch(const MapJob& job, DeepMapping mapping) {
  const auto& p = job.parameters_as<Parameters>();
  const int width = job.output.size.width;
  DeepArguments arguments{job.table.data, job.output, job.cutout, job.rows, p.max_iterations, p.smooth, {}};
  with_tracing(job, [&]<Tracing How>() {
    switch (mapping) {
      case DeepMapping::pixels: {
        const dim3 grid = grid_over(job, width);
        arguments.trace = traced_grid(job, pass_of(job, "deep_pixels"), grid);
        deep_pixels<R, How, Julia><<<grid, block_of(job), 0, job.stream>>>(arguments);
        HETEROSCOPE_LAUNCHED(deep_pixels);
        break;
      }
      case DeepMapping::columns: {
        const auto blocks = static_cast<unsigned>(ceil_div(width, job.block.x));
        arguments.trace =
            traced(job, pass_of(job, "deep_columns"), {.columns = blocks},
                   {.run = static_cast<std::uint64_t>(job.block.x), .stride = static_cast<std::uint64_t>(width)});
        deep_columns<R, How, Julia><<<blocks, job.block.x, 0, job.stream>>>(arguments);
        HETEROSCOPE_LAUNCHED(deep_columns);
        break;
      }
      case DeepMapping::line: {
        const std::int64_t threads = job.block.threads();
        const auto blocks = static_cast<unsigned>(ceil_div(std::int64_t{width} * job.rows.count(), threads));
        arguments.trace = traced_line(job, pass_of(job, "deep_line"), blocks, threads);
        deep_line<R, How, Julia><<<blocks, block_of(job), 0, job.stream>>>(arguments);
        HETEROSCOPE_LAUNCHED(deep_line);
        break;
      }
    }
  });
  if (has_fine_orbit(p, tier_of(p, job.cutout.whole))) refine<Julia>(job, arguments);
}

}  // namespace

void launch_deep(const MapJob& of_variant, DeepMapping mapping) {
  MapJob job = of_variant;
  job.block = deep_block(job.block);
  const auto& p = job.parameters_as<Parameters>();
  with_family(p, [&]<bool Julia>() {
    if (tier_of(p, job.cutout.whole) == Tier::extended) {
      launch<Wide, Julia>(job, mapping);
    } else {
      launch<double, Julia>(job, mapping);
    }
  });
}

}  // namespace heteroscope::mandelbrot
