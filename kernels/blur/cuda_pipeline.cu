#include <algorithm>
#include <cuda/pipeline>

#include "kernels/blur/launch.cuh"
#include "kernels/pipeline_launch.cuh"

namespace heteroscope::blur {
namespace {

constexpr int strip = 64;  // columns of a block, one a thread

/// What a block has in shared memory: rows of the image, of which the last is there and the others are under way, and
/// the last 2 radius + 1 rows that have been blurred across.
template <class T>
struct Rings {
  int taps;
  int rows;   // of the image
  int width;  // of such a row: the strip and `radius` columns on each side

  __host__ __device__ constexpr Rings(int radius, int stages)
      : taps(2 * radius + 1), rows(stages + 1), width(strip + 2 * radius) {}

  [[nodiscard]] constexpr std::size_t bytes() const {
    return sizeof(T) * static_cast<std::size_t>(rows * width + taps * strip);
  }
  [[nodiscard]] __device__ T* image_row(T* memory, int row) const { return memory + row % rows * width; }
  [[nodiscard]] __device__ T* blurred_row(T* memory, int row) const {
    return memory + rows * width + row % taps * strip;
  }
};

/// Copies the thread's values of a row of the image, which may lie outside of it, as the border says: column x0 −
/// radius comes first. Values of 0 are written at once. It is one group of copies in any case.
template <class T>
__device__ void copy_row(cuda::pipeline<cuda::thread_scope_thread>& pipeline, const KernelArguments& a, int x0, int y,
                         T* to) {
  const Size size = a.input.size;
  const int source = border_index(y, size.height, a.border);
  const int needed = min(strip, size.width - x0) + 2 * a.radius;
  pipeline.producer_acquire();
  for (int i = static_cast<int>(threadIdx.x); i < needed; i += strip) {
    const int x = border_index(x0 - a.radius + i, size.width, a.border);
    if (source < 0 || x < 0) {
      to[i] = T(0);
    } else {
      cuda::memcpy_async(to + i, a.input.row<const T>(source) + x, cuda::aligned_size_t<sizeof(T)>(sizeof(T)),
                         pipeline);
    }
  }
  pipeline.producer_commit();
}

/// A block walks down a strip of columns. The hardware copies rows of the image ahead of it to shared memory (cp.async,
/// of compute capability 8.0; by way of registers on older GPUs). Each row is blurred across once, and 2 radius + 1 of
/// such rows, which stay in shared memory, are blurred down to a row of the result, with the operations of
/// cuda_separable.cu and without its image in between:
///
///     image, by rows    q + stages … q + 1 under way │ q ──across──→ blurred rows q − 2 radius … q ──down──→ result
///
/// A thread reads blurred values of its own column alone. Before each row of the image the block has a barrier: after
/// it each thread sees what the others have copied, and the row before, which nobody reads any more, is written over.
template <class T, Tracing How>
__global__ void __launch_bounds__(strip) pipelined(KernelArguments a, LineMask<T> mask, int rows_each, int stages) {
  const BlockTimer<How> timer(a.trace);
  extern __shared__ double shared[];  // one type for all instantiations, as extern arrays must have
  T* const memory = reinterpret_cast<T*>(shared);
  const Rings<T> rings(a.radius, stages);
  const int thread = static_cast<int>(threadIdx.x);
  const int x0 = static_cast<int>(blockIdx.x) * strip;
  const bool mine = x0 + thread < a.output.size.width;
  const int begin = a.rows.begin + static_cast<int>(blockIdx.y) * rows_each;
  const int rows = min(rows_each, a.rows.end - begin) + rings.taps - 1;  // of the image, from begin − radius on
  auto pipeline = cuda::make_pipeline();
  const auto copy = [&](int row) {
    if (row < rows) copy_row(pipeline, a, x0, begin - a.radius + row, rings.image_row(memory, row));
  };
  for (int row = 0; row < stages; ++row) copy(row);
  for (int row = 0; row < rows; ++row) {
    pipeline.consumer_wait();
    __syncthreads();
    copy(row + stages);
    if (mine) {
      const T* const values = rings.image_row(memory, row) + thread;
      rings.blurred_row(memory, row)[thread] = add_line(T(0), mask.weight, values, rings.taps);
      const int first = row - (rings.taps - 1);
      if (first >= 0) {
        T sum = 0;
        int place = first % rings.taps;
        for (int i = 0; i < rings.taps; ++i) {  // add_line() over the ring
          sum = std::fma(mask.weight[i], rings.blurred_row(memory, place)[thread], sum);
          place = place + 1 == rings.taps ? 0 : place + 1;
        }
        a.output.row<T>(begin + first)[x0 + thread] = sum;
      }
    }
    pipeline.consumer_release();
  }
  timer.finish([&] { return rectangle(a.output.size.width, x0, begin, strip, rows_each); });
}

static_assert(Rings<double>(max_radius, pipeline::most_stages).bytes() <= std::size_t{48} << 10);

void run(const MapJob& job) {
  const auto& p = job.parameters_as<Parameters>();
  const int stages = job.tunables[0];
  const int least_rows = std::max(16, 4 * p.radius);  // a block reads and blurs 2 radius rows beside its own
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    const auto kernel = pipelined<T, How>;
    const std::size_t bytes = Rings<T>(p.radius, stages).bytes();
    const pipeline::Walk walk = pipeline::walk_over(job, pass_of(job, "pipelined"), kernel, strip, bytes, least_rows);
    kernel<<<walk.blocks, strip, bytes, job.stream>>>(kernel_arguments(job, walk.trace), line_mask<T>(p),
                                                      walk.rows_each, stages);
    HETEROSCOPE_LAUNCHED(pipelined);
  });
}

}  // namespace

extern const Variant cuda_pipeline;
const Variant cuda_pipeline{
    .processor = Processor::gpu,
    .summary =
        "CUDA: a block walks down a strip of 64 columns, whose rows are copied to shared memory some rows ahead of it "
        "(cuda::pipeline), blurred horizontally once, and kept there until they are blurred vertically.",
    .knobs = {.precisions = both_precisions,
              .memory_kinds = all_memory_kinds,
              .mappings = mapping_1d,
              .tunables = pipeline::tunables},
    .run = run,
    .reordered = true};

}  // namespace heteroscope::blur
