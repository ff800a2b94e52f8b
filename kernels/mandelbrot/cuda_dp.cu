#include <algorithm>

#include "core/base/ceil_div.hpp"
#include "core/participants/pipeline.hpp"
#include "core/run/gpu/pending_launches.hpp"
#include "kernels/mandelbrot/interior.hpp"
#include "kernels/mandelbrot/launch.cuh"
#include "kernels/mandelbrot/uniform.hpp"

// The kernels here launch kernels (dynamic parallelism), which takes compiler options of its own: see
// kernels/CMakeLists.txt.
namespace heteroscope::mandelbrot {
namespace {

constexpr int smallest_sides[] = {16, 32, 64, 128};
constexpr Tunable tunables[] = {{.id = "smallest",
                                 .label = "Smallest square",
                                 .help = "Side in pixels of the squares that are not divided further. Small ones leave "
                                         "fewer pixels to iterate; large ones need fewer launches.",
                                 .values = smallest_sides,
                                 .initial = 32}};
constexpr int largest_side = 512;                // of the squares that the host launches
constexpr std::int64_t most_launches = 1 << 15;  // that may be pending
constexpr int highest_common = 32;               // the highest count that is looked for in a whole square

/// The squares that the blocks of a launch compute: beside and below each other, from pixel (x, y) on.
struct Squares {
  int x = 0;
  int y = 0;
  int side = 0;
  int smallest = 0;  ///< side of the squares that are not divided further
  int columns = 0;   ///< number of smallest squares across the picture
};

/// The value that all pixels of a square have in common, or -1 where none is known. The rule of Mariani and Silver
/// takes a square for uniform if the pixels on its border are, and misses what is thinner than a pixel; this is a
/// proof, for the Mandelbrot set alone.
template <class T, bool Julia>
__device__ int square_value(const KernelArguments<T, Fused, Julia>& a, int x, int y, int side) {
  if constexpr (Julia) return -1;
  const T half = T(0.5) * static_cast<T>(side - 1);
  const Complex<T> center = a.grid.template point<true>(static_cast<T>(x) + half, static_cast<T>(y) + half);
  const T radius = T(1.4143) * half * a.grid.step;
  if (!(radius <= T(0.1))) return -1;
  if (all_deep_inside(center, radius)) return 0;
  if (a.smooth) return -1;
  const int count = uniform_count(center, radius, highest_common, a.limit);
  return count > 0 ? count : -1;
}

/// A block a square: it fills the square if that has one value, computes it pixel by pixel if it is small, and
/// otherwise launches a kernel of four blocks for its quarters (A. Adinetz, "Adaptive Parallel Computation with CUDA
/// Dynamic Parallelism", 2014).
template <class T, Tracing How, bool Julia>
__global__ void __launch_bounds__(1024) quartered(KernelArguments<T, Fused, Julia> a, Squares s) {
  const int x0 = s.x + static_cast<int>(blockIdx.x) * s.side;
  const int y0 = s.y + static_cast<int>(blockIdx.y) * s.side;
  if (x0 >= a.output.size.width || y0 >= a.rows.end) return;
  const auto number = static_cast<std::uint32_t>((y0 - a.rows.begin) / s.smallest * s.columns + x0 / s.smallest);
  const NumberedTimer<BlockThreads, How> timer(a.trace, number);
  __shared__ int known;
  const bool leads = threadIdx.x == 0 && threadIdx.y == 0;
  if (leads) known = square_value(a, x0, y0, s.side);
  __syncthreads();
  if (known < 0 && s.side > s.smallest) {
    const Squares quarters{x0, y0, s.side / 2, s.smallest, s.columns};
    if (leads) quartered<T, How, Julia><<<dim3(2, 2), blockDim, 0, cudaStreamFireAndForget>>>(a, quarters);
    return;
  }
  const int x_end = min(x0 + s.side, a.output.size.width);
  const int y_end = min(y0 + s.side, a.rows.end);
  for (int y = y0 + static_cast<int>(threadIdx.y); y < y_end; y += static_cast<int>(blockDim.y)) {
    for (int x = x0 + static_cast<int>(threadIdx.x); x < x_end; x += static_cast<int>(blockDim.x)) {
      const Complex<T> point = a.grid.at(x, y);
      const Complex<T> c = a.added(point);
      Complex<T> z = a.first(point);
      const int k = known < 0 ? iterate_plainly(z, c, 1, a.limit) : 0;
      a.output.template row<T>(y)[x] = known < 0 ? a.value(z, c, k) : static_cast<T>(known);
    }
  }
  timer.finish(number, [&] { return rectangle(a.output.size.width, x0, y0, s.side, s.side); });
}

int over(int pixels, int side) {
  return ceil_div(pixels, side);
}

/// The smallest side of squares: that of the tunable, or larger if otherwise too many squares could be divided.
int smallest_of(const MapJob& job) {
  // launches of other rows may be under way, too, and share the places
  const bool alone = job.rows.count() == job.output.size.height;
  const std::int64_t most = alone ? most_launches : most_launches / LaunchPipeline::most;
  int side = job.tunables[0];
  const std::int64_t pixels = std::int64_t{job.output.size.width} * job.rows.count();
  while (side < largest_side && pixels / (std::int64_t{3} * side * side) > most) side *= 2;
  return side;
}

void run(const MapJob& job) {
  if (is_deep(job)) return launch_deep(job, DeepMapping::pixels);
  const int width = job.output.size.width;
  const int smallest = smallest_of(job);
  const Squares all{0, job.rows.begin, largest_side, smallest, over(width, smallest)};
  const dim3 grid(static_cast<unsigned>(over(width, largest_side)),
                  static_cast<unsigned>(over(job.rows.count(), largest_side)));
  SpanSink trace;
  if (job.trace != nullptr) {
    const auto columns = static_cast<std::uint32_t>(all.columns);
    const auto rows = static_cast<std::uint32_t>(over(job.rows.count(), smallest));
    job.trace->begin_pass(pass_of(job, "quartered"));
    trace = job.trace->begin_table(columns, rows);
    job.trace->add_to_table({.columns = columns, .rows = rows}, {.stride = static_cast<std::uint64_t>(width)}, 0);
  }
  make_room_for_launches(static_cast<std::size_t>(most_launches));
  with_all_types(job, [&]<class T, Tracing How, bool Julia>() {
    quartered<T, How, Julia>
        <<<grid, block_of(job), 0, job.stream>>>(kernel_arguments<T, Fused, Julia>(job, trace), all);
  });
  HETEROSCOPE_LAUNCHED(quartered);
}

std::string unfit(const std::any& parameters, const Extent& output, bool traced, const device::Facts& facts) {
  if (std::any_cast<const Parameters&>(parameters).arithmetic != Arithmetic::fused)
    return "arithmetic: the proof by which squares are filled holds only for arithmetic=fused; choose another variant";
  return deep_unfit(parameters, output, traced, facts);
}

}  // namespace

extern const Variant cuda_dp;
const Variant cuda_dp{.processor = Processor::gpu,
                      .summary =
                          "CUDA: dynamic parallelism: a square is filled if all of its points provably have one value; "
                          "else a kernel launches its four quarters.",
                      .knobs = {.precisions = both_precisions,
                                .memory_kinds = all_memory_kinds,
                                .blocks = BlockRule::any,
                                .default_block = {32, 8},
                                .mappings = mapping_2d,
                                .tunables = tunables},
                      .run = run,
                      .unfit = unfit};

}  // namespace heteroscope::mandelbrot
