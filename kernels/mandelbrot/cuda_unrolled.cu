#include "kernels/mandelbrot/launch.cuh"

namespace heteroscope::mandelbrot {
namespace {

constexpr int unroll = 16;        // iterations between two escape tests
constexpr int tests_a_round = 4;  // between two looks at the count

/// iterate_in_strides with longer strides, laid out so that a test costs a multiply, a multiply-add, a comparison and a
/// branch, and the count is looked at once in `tests_a_round` tests.
template <class T>
__device__ int iterate_unrolled(Complex<T>& z, Complex<T> c, int limit) {
  int k = 1;
  Complex<T> reached;
  if (!near_tip(c.re)) {
    bool out = false;
    while (!out && k + unroll * tests_a_round <= limit) {
#pragma unroll
      for (int test = 0; test < tests_a_round; ++test) {
        Complex<T> ahead = reached;
#pragma unroll
        for (int i = 0; i < unroll; ++i) ahead = next(ahead, c);
        if (escaped(ahead)) {
          out = true;
          break;
        }
        reached = ahead;
        k += unroll;
      }
    }
  }
  z = reached;
  return iterate_in_strides(z, c, k, limit);
}

template <class T, bool Traced>
__global__ void tiles(KernelArguments<T> a) {
  BlockTracer<Traced> tracer(a.trace);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < a.output.size.width) {
    for (int y = a.rows.begin + blockIdx.y * blockDim.y + threadIdx.y; y < a.rows.end; y += gridDim.y * blockDim.y) {
      const Complex<T> c = a.grid.at(x, y);
      Complex<T> z;
      const int k = iterate_unrolled(z, c, a.limit);
      a.put(x, y, z, c, k);
    }
  }
  tracer.finish();
}

/// Threads over the pixels of all rows, one after the other.
template <class T, bool Traced>
__global__ void line(KernelArguments<T> a) {
  BlockTracer<Traced> tracer(a.trace);
  const std::int64_t thread = threadIdx.y * blockDim.x + threadIdx.x;
  const std::int64_t pixel = static_cast<std::int64_t>(blockIdx.x) * blockDim.x * blockDim.y + thread;
  if (pixel < static_cast<std::int64_t>(a.rows.count()) * a.output.size.width) {
    const int y = a.rows.begin + static_cast<int>(pixel / a.output.size.width);
    const int x = static_cast<int>(pixel % a.output.size.width);
    const Complex<T> c = a.grid.at(x, y);
    Complex<T> z;
    const int k = iterate_unrolled(z, c, a.limit);
    a.put(x, y, z, c, k);
  }
  tracer.finish();
}

void run(const Job& job) {
  with_kernel_types(job, [&]<class T, bool Traced>(const KernelArguments<T>& arguments) {
    if (job.mapping == "1d") {
      const std::int64_t pixels = std::int64_t{job.output.size.width} * job.rows.count();
      const auto blocks = static_cast<unsigned>((pixels + job.block.threads() - 1) / job.block.threads());
      line<T, Traced><<<blocks, block_of(job), 0, job.stream>>>(arguments);
    } else {
      tiles<T, Traced><<<grid_over(job, job.output.size.width), block_of(job), 0, job.stream>>>(arguments);
    }
  });
  HETEROSCOPE_LAUNCHED(tiles);
}

}  // namespace

extern const Variant cuda_unrolled;
const Variant cuda_unrolled{.processor = Processor::gpu,
                            .summary =
                                "CUDA: a thread a pixel; four floating-point instructions an iteration, escape "
                                "tested every 16, exact counts.",
                            .knobs = {.precisions = both_precisions,
                                      .memory_kinds = all_memory_kinds,
                                      .blocks = BlockRule::any,
                                      .default_block = {32, 4},
                                      .mappings = mapping_2d_1d},
                            .run = run};

}  // namespace heteroscope::mandelbrot
