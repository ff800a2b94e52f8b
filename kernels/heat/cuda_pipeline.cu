#include <cuda/pipeline>

#include "kernels/heat/launch.cuh"
#include "kernels/pipeline_launch.cuh"

namespace heteroscope::heat {
namespace {

constexpr int strip = 128;       // columns of a block, one a thread
constexpr int least_rows = 16;   // of a block: it reads two rows more than it computes
constexpr int rows_at_work = 3;  // above, own, below

/// The rows that a block has in shared memory, from each plane `strip` values and one on each side: the three that a
/// row of the result needs, and `stages` more that are under way. A row has the place of the one `stages` + 3 above it.
template <class Nodes>
class Ring {
 public:
  using T = typename Nodes::Value;
  /// The planes whose rows a block copies: those that S is applied to and, where it is another one, the base.
  static constexpr int planes = Nodes::terms + (Nodes::own ? 0 : 1);
  static constexpr int width = strip + 2;
  static constexpr int row_values = planes * width;

  static constexpr std::size_t bytes(int stages) {
    return sizeof(T) * static_cast<std::size_t>((stages + rows_at_work) * row_values);
  }

  /// `last`: the lowest row that is needed.
  __device__ Ring(const Nodes& nodes, int x0, int last, int stages)
      : nodes_(nodes), x0_(x0), last_(last), rows_(stages + rows_at_work) {
    extern __shared__ double storage[];  // one type for all instantiations, as extern arrays must have
    values_ = reinterpret_cast<T*>(storage);
  }

  /// The place of row y; rows from −1 on have one.
  [[nodiscard]] __device__ int place(int y) const { return (y + rows_) % rows_ * row_values; }
  [[nodiscard]] __device__ int next(int place) const {
    return place + row_values == rows_ * row_values ? 0 : place + row_values;
  }

  /// Copies this thread's values of row y, which is one of those that the block needs or lies below: that of its
  /// column, and of the first two threads also one at the end. What lies outside of the field is not read. It is one
  /// group of copies in any case.
  __device__ void copy(cuda::pipeline<cuda::thread_scope_thread>& pipeline, int y, int place) {
    pipeline.producer_acquire();
    if (y >= 0 && y <= last_) {
      const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(y) * nodes_.n;
      for (int i = static_cast<int>(threadIdx.x); i < width; i += strip) {
        const int x = x0_ - 1 + i;
        if (x < 0 || x >= nodes_.n) continue;
#pragma unroll
        for (int k = 0; k < planes; ++k) {
          cuda::memcpy_async(&values_[place + k * width + i], plane(k) + row + x,
                             cuda::aligned_size_t<sizeof(T)>(sizeof(T)), pipeline);
        }
      }
    }
    pipeline.producer_commit();
  }

  /// What S is applied to, in the thread's own column or beside it.
  [[nodiscard]] __device__ T operand(int place, int beside) const {
    const T* const at = &values_[place + static_cast<int>(threadIdx.x) + 1 + beside];
    if constexpr (Nodes::terms == 1) return at[0];
    T sum = nodes_.t.a[0] * at[0];
#pragma unroll
    for (int k = 1; k < Nodes::terms; ++k) sum = std::fma(nodes_.t.a[k], at[k * width], sum);
    return sum;
  }
  [[nodiscard]] __device__ T base(int place) const {
    return values_[place + (Nodes::own ? 0 : Nodes::terms * width) + static_cast<int>(threadIdx.x) + 1];
  }

 private:
  [[nodiscard]] __device__ const T* plane(int k) const {
    return !Nodes::own && k == Nodes::terms ? nodes_.base : nodes_.t.in[k];
  }

  const Nodes& nodes_;
  T* values_;
  int x0_;
  int last_;
  int rows_;
};

/// A block walks down a strip of columns. The hardware copies rows ahead of it to shared memory (cp.async, of compute
/// capability 8.0; by way of registers on older GPUs), so that a thread waits only where the row that it needs is not
/// there yet, and need not hold what is under way in registers:
///
///     row y − 1   y   y + 1   y + 2 … y + 1 + stages
///         └── computed from ─┘    └── under way ──┘      stages × 128 values of each block
///
/// Before each row the block has a barrier: after it each thread sees what the others have copied, and the place of row
/// y − 2, which nobody reads any more, takes row y + 1 + stages.
template <Tracing How, class Nodes>
__global__ void __launch_bounds__(strip) pipelined(Nodes nodes, int rows_each, int stages, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  using T = typename Nodes::Value;
  const int x0 = static_cast<int>(blockIdx.x) * strip;
  const int x = x0 + static_cast<int>(threadIdx.x);
  const int begin = nodes.rows.begin + static_cast<int>(blockIdx.y) * rows_each;
  const int end = min(begin + rows_each, nodes.rows.end);
  Ring<Nodes> ring(nodes, x0, min(end, nodes.n - 1), stages);
  auto pipeline = cuda::make_pipeline();
  int above = ring.place(begin - 1);
  int own = ring.next(above);
  int below = ring.next(own);
  int free = above;
  for (int y = begin - 1; y <= begin + stages; ++y) {
    ring.copy(pipeline, y, free);
    free = ring.next(free);
  }
  pipeline.consumer_wait();  // row begin − 1
  pipeline.consumer_wait();  // row begin
  for (int y = begin; y < end; ++y) {
    pipeline.consumer_wait();  // row y + 1
    __syncthreads();
    ring.copy(pipeline, y + 1 + stages, free);
    free = ring.next(free);
    if (x < nodes.n) {
      const T value = nodes.on_edge(x, y)
                          ? T(0)
                          : stepped(ring.base(own), nodes.c, ring.operand(own, 0), ring.operand(own, -1),
                                    ring.operand(own, 1), ring.operand(above, 0), ring.operand(below, 0));
      nodes.out[static_cast<std::ptrdiff_t>(y) * nodes.n + x] = value;
    }
    pipeline.consumer_release();
    above = own;
    own = below;
    below = ring.next(below);
  }
  timer.finish([&] { return rectangle(nodes.n, x0, begin, strip, rows_each); });
}

static_assert(Ring<Nodes<double, most_terms, true>>::bytes(pipeline::most_stages) <= std::size_t{48} << 10);

void run(const IterateJob& job) {
  const int stages = job.tunables[0];
  for_each_pass(job, [&]<Tracing How, class Nodes>(const Nodes& nodes, const IterateJob& over) {
    const auto kernel = pipelined<How, Nodes>;
    const std::size_t bytes = Ring<Nodes>::bytes(stages);
    const pipeline::Walk walk = pipeline::walk_over(over, pass_of(over, "pipelined"), kernel, strip, bytes, least_rows);
    kernel<<<walk.blocks, strip, bytes, over.stream>>>(nodes, walk.rows_each, stages, walk.trace);
    HETEROSCOPE_LAUNCHED(pipelined);
  });
}

}  // namespace

extern const Variant cuda_pipeline;
const Variant cuda_pipeline{
    .processor = Processor::gpu,
    .summary =
        "CUDA: a block walks down a strip of 128 columns, and rows are copied to shared memory some rows ahead of it "
        "(cuda::pipeline).",
    .knobs = {.precisions = both_precisions,
              .memory_kinds = all_memory_kinds,
              .mappings = mapping_1d,
              .tunables = pipeline::tunables},
    .run = run};

}  // namespace heteroscope::heat
