#include <thrust/iterator/transform_output_iterator.h>

#include <algorithm>
#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>
#include <limits>

#include "core/trace/library_span.hpp"
#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/sums/sum_error.hpp"

namespace heteroscope::binarize {
namespace {

// Before CUDA 12.3 CUB counted in int.
constexpr std::int64_t most_at_once = std::int64_t{1} << 30;

/// An output iterator for CUB that adds to what is there.
struct AddTo {
  const double* partial;
  __device__ double operator()(double sum) const { return *partial + sum; }
};

/// The functor that converts a value to fp64 and multiplies it by a power of two.
struct Scaled {
  double scale;
  template <class T>
  __device__ double operator()(T value) const {
    return static_cast<double>(value) * scale;
  }
};

/// Calls CUB's reduction. CUB adds in the common type of the initial value and the input: in fp64, whatever the input.
/// It reads plain pointers by vectors, which it would not do through an iterator that converts.
///
/// Measured on an NVIDIA H200 (2026-11-21, docs/performance.md) at 10240²: 0.1009 ms in fp32 and 0.1899 ms in fp64.
template <class T>
cudaError_t reduce(void* scratch, std::size_t& bytes, const T* values, std::int64_t count, double scale,
                   double* partial, cudaStream_t stream) {
  return cub::DeviceReduce::TransformReduce(scratch, bytes, values,
                                            thrust::make_transform_output_iterator(partial, AddTo{partial}),
                                            static_cast<int>(count), ::cuda::std::plus<>(), Scaled{scale}, 0.0, stream);
}

std::size_t scratch_bytes(const ReduceJob& job) {
  std::size_t bytes = 0;
  with_precision(job.input.precision, [&]<class T>() {
    HETEROSCOPE_CUDA(
        reduce<T>(nullptr, bytes, nullptr, std::min(values_of(job), most_at_once), 1, nullptr, job.stream));
  });
  return bytes;
}

void run(const ReduceJob& job) {
  const std::int64_t count = values_of(job);
  std::size_t bytes = std::numeric_limits<std::size_t>::max();  // the size that scratch_bytes() has asked for
  traced_library(job, pass_of(job, "Reduce"), [&] {
    with_precision(job.input.precision, [&]<class T>() {
      const T* values = job.input.row<const T>(job.rows.begin);
      for (std::int64_t i = 0; i < count; i += most_at_once) {
        HETEROSCOPE_CUDA(reduce(job.scratch, bytes, values + i, std::min(count - i, most_at_once),
                                plain_scale<double>(job.largest), static_cast<double*>(job.partials), job.stream));
      }
    });
  });
}

}  // namespace

extern const Variant mean_cub;
const Variant mean_cub{
    .processor = Processor::gpu,
    .summary = "CUB: the device-wide reduction, in fp64; CUB chooses the order. Error at most (n - 1) u.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds},
    .run = run,
    .scratch_bytes = scratch_bytes,
    .reordered = true,
    .sum_error = error_in_any_order};

}  // namespace heteroscope::binarize
