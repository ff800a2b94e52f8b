#include <algorithm>

#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_histogram.cuh>

#include "core/base/ceil_div.hpp"
#include "core/trace/library_span.hpp"
#include "kernels/histogram/launch.cuh"

namespace heteroscope::histogram {
namespace {

constexpr std::size_t alignment = 256;
constexpr std::int64_t most_at_once = std::int64_t{1} << 30;  // values that CUB's int and the 32-bit counters can hold

/// The bin of a value, as input of CUB: CUB has an arithmetic of its own for bins, so it is given the bins that ours
/// computes, and counts them over [0, bins). They are fp32, for which CUB multiplies by the exact factor 1; integers it
/// would divide, by one 64-bit division each.
template <class T, class Bins>
struct BinOf {
  Bins bins;
  __host__ __device__ float operator()(T x) const { return static_cast<float>(bins(x)); }
};

/// Calls CUB's HistogramEven; with null for `temporary` it only returns the size of that.
///
/// Measured on an NVIDIA H200 (2026-11-21, docs/performance.md) at 16384² with 8 bins: 0.63 to 0.75 ms in fp32 and 1.17
/// ms in fp64.
template <class T, class Bins>
void even(void* temporary, std::size_t& bytes, Run<T> run, const Bins& bins, std::uint32_t* counts, int number_of_bins,
          cudaStream_t stream) {
  const auto indices = thrust::make_transform_iterator(run.values, BinOf<T, Bins>{bins});
  HETEROSCOPE_CUDA(cub::DeviceHistogram::HistogramEven(temporary, bytes, indices, counts, number_of_bins + 1, 0.0F,
                                                       static_cast<float>(number_of_bins), static_cast<int>(run.size),
                                                       stream));
}

__global__ void add(const std::uint32_t* found, int number_of_bins, Count* counts) {
  const int bin = blockIdx.x * blockDim.x + threadIdx.x;
  if (bin < number_of_bins) counts[bin] += found[bin];
}

/// Calls `body.template operator()<T>(bins)`.
template <class Body>
void with_types(const ReduceJob& job, Body body) {
  with_value_type(job.input.precision, [&]<class T>() {
    with_bins<T>(job.parameters_as<Parameters>(), [&](const auto& bins) { body.template operator()<T>(bins); });
  });
}

std::size_t bytes_of_counts(int number_of_bins) {
  return ceil_div(number_of_bins * sizeof(std::uint32_t), alignment) * alignment;
}

std::size_t scratch_bytes(const ReduceJob& job) {
  const int number_of_bins = job.parameters_as<Parameters>().bins;
  std::size_t temporary = 0;
  with_types(job, [&]<class T>(const auto& bins) {
    const std::int64_t values = std::int64_t{job.rows.count()} * job.input.size.width;
    even<T>(nullptr, temporary, {nullptr, std::min(values, most_at_once)}, bins, nullptr, number_of_bins, job.stream);
  });
  return bytes_of_counts(number_of_bins) + temporary;
}

void run(const ReduceJob& job) {
  const int number_of_bins = job.partial_count;
  auto* found = static_cast<std::uint32_t*>(job.scratch);
  void* temporary = static_cast<std::byte*>(job.scratch) + bytes_of_counts(number_of_bins);
  traced_library(job, pass_of(job, "HistogramEven"), [&] {
    with_types(job, [&]<class T>(const auto& bins) {
      const Run<T> all = run_of<T>(job);
      for (std::int64_t begin = 0; begin < all.size; begin += most_at_once) {
        const Run<T> part{all.values + begin, std::min(all.size - begin, most_at_once)};
        std::size_t bytes = 0;
        even<T>(nullptr, bytes, part, bins, found, number_of_bins, job.stream);
        even<T>(temporary, bytes, part, bins, found, number_of_bins, job.stream);
        constexpr int threads = 256;
        add<<<ceil_div(number_of_bins, threads), threads, 0, job.stream>>>(found, number_of_bins, counts_of(job));
        HETEROSCOPE_LAUNCHED(add);
      }
    });
  });
}

}  // namespace

extern const Variant cub;
const Variant cub{.processor = Processor::gpu,
                  .summary = "CUB: DeviceHistogram::HistogramEven on the bin numbers of the values.",
                  .knobs = {.precisions = all_precisions, .memory_kinds = all_memory_kinds},
                  .run = run,
                  .scratch_bytes = scratch_bytes};

}  // namespace heteroscope::histogram
