#include <algorithm>

#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/sums/sum_error.hpp"

namespace heteroscope::binarize {
namespace {

constexpr std::int64_t most_blocks = std::int64_t{1} << 20;
constexpr int last_threads = 1024;

/// Computes the sum of every block, as a tree in shared memory with half of the threads idle after the first step, as
/// in seed 000. Measured on an NVIDIA H200 (2026-11-21, docs/performance.md) at 10240², both kernels: 0.874 ms in fp32
/// and 0.865 ms in fp64.
template <class T, Tracing How>
__global__ void divide(const T* values, std::int64_t count, double scale, double* sums, SpanSink trace) {
  extern __shared__ double shared[];
  const BlockTimer<How> timer(trace);
  double mine = 0;
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_in_grid())
    mine = fma(static_cast<double>(values[i]), scale, mine);
  const double sum = block_sum(mine, shared);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  timer.finish([&] { return run_of_block(); });
}

/// Adds up the blocks' sums with one block. Each thread strides over all of them: giving each thread count / blockDim
/// neighbors would leave out the remainder, and halving an odd number of threads carelessly would leave out one.
template <Tracing How>
__global__ void conquer(const double* sums, unsigned count, double* partial, SpanSink trace) {
  extern __shared__ double shared[];
  const BlockTimer<How> timer(trace);
  double mine = 0;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) mine += sums[i];
  const double sum = block_sum(mine, shared);
  if (threadIdx.x == 0) *partial += sum;
  timer.finish([&] { return Cells{0, count}; });
}

unsigned blocks_of(const ReduceJob& job) {
  return blocks_over(values_of(job), job.block.x, most_blocks);
}

std::size_t scratch_bytes(const ReduceJob& job) {
  return blocks_of(job) * sizeof(double);
}

void run(const ReduceJob& job) {
  const unsigned blocks = blocks_of(job);
  auto* sums = static_cast<double*>(job.scratch);
  const int width = static_cast<int>(blocks);
  const PassShape sums_pass{"conquer", Over::other, {width, 1}, {{0, width}, {0, 1}}};
  with_kernel_types(job, job.input.precision, [&]<class T, Tracing How>() {
    divide<T, How><<<blocks, job.block.x, job.block.x * sizeof(double), job.stream>>>(
        job.input.row<const T>(job.rows.begin), values_of(job), plain_scale<double>(job.largest), sums,
        traced_line(job, pass_of(job, "divide"), blocks, job.block.x));
    HETEROSCOPE_LAUNCHED(divide);
    conquer<How><<<1, last_threads, last_threads * sizeof(double), job.stream>>>(
        sums, blocks, static_cast<double*>(job.partials), traced_line(job, sums_pass, 1, blocks));
    HETEROSCOPE_LAUNCHED(conquer);
  });
}

/// The bound of the error: the values of a thread beyond 2^20 blocks (with one thread each), 10 halvings, 2^20 / 1024
/// sums a thread, 10 halvings; and never more than n − 1 additions.
double sum_error(std::int64_t values, Precision) {
  const auto n = static_cast<double>(values);
  const auto blocks = static_cast<double>(most_blocks);
  return error_of_depth(std::min(n - 1, n / blocks + 10 + blocks / last_threads + 10));
}

}  // namespace

extern const Variant mean_cuda_divide_conquer;
const Variant mean_cuda_divide_conquer{
    .processor = Processor::gpu,
    .summary =
        "CUDA: each block adds its values pairwise in shared memory (a tree); a second kernel adds the "
        "sums of the blocks. Error at most about 1050 u.",
    .knobs = {.precisions = both_precisions,
              .memory_kinds = all_memory_kinds,
              .blocks = BlockRule::one_dimensional,
              .default_block = {512, 1},
              .mappings = mapping_1d},
    .run = run,
    .scratch_bytes = scratch_bytes,
    .reordered = true,
    .sum_error = sum_error};

}  // namespace heteroscope::binarize
