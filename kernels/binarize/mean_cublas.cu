#include <algorithm>

#include "core/device/per_gpu.hpp"
#include "core/run/gpu/library_piece.cuh"
#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/sum_error.hpp"
#include "kernels/cublas.cuh"

namespace heteroscope::binarize {
namespace {

constexpr std::int64_t most_at_once = std::int64_t{1} << 30;  // cuBLAS counts in int

__device__ float one_fp32 = 1;
__device__ double one_fp64 = 1;

template <class T>
const T* one() {
  static PerGpu<const T*> found;
  return found.get([] {
    void* address = nullptr;
    if constexpr (sizeof(T) == sizeof(float)) {
      HETEROSCOPE_CUDA(cudaGetSymbolAddress(&address, one_fp32));
    } else {
      HETEROSCOPE_CUDA(cudaGetSymbolAddress(&address, one_fp64));
    }
    return static_cast<const T*>(address);
  });
}

template <class T>
__global__ void add(const T* sums, int count, double* partial) {
  for (int i = 0; i < count; ++i) *partial += sums[i];
}

int pieces_of(const ReduceJob& job) {
  return static_cast<int>((values_of(job) + most_at_once - 1) / most_at_once);
}

std::size_t scratch_bytes(const ReduceJob& job) {
  return static_cast<std::size_t>(pieces_of(job)) * sizeof(double);
}

// The seed's cublasDasum adds magnitudes, which is another sum where values are negative. The product with a vector of
// ones is the sum; the vector is one element, read again and again with stride 0.
void run(const ReduceJob& job) {
  const std::int64_t count = values_of(job);
  Cublas& cublas = Cublas::get();
  traced_library(job, pass_of(job, "dot"), [&] {
    with_precision(job.input.precision, [&]<class T>() {
      const T* values = job.input.row<const T>(job.rows.begin);
      T* sums = static_cast<T*>(job.scratch);
      cublas.with_handle(job.stream, CUBLAS_POINTER_MODE_DEVICE, [&](cublasHandle_t handle) {
        for (int piece = 0; piece < pieces_of(job); ++piece) {
          const std::int64_t begin = piece * most_at_once;
          const int length = static_cast<int>(std::min(count - begin, most_at_once));
          if constexpr (sizeof(T) == sizeof(float)) {
            HETEROSCOPE_CUBLAS(cublas.sdot(handle, length, values + begin, 1, one<T>(), 0, sums + piece));
          } else {
            HETEROSCOPE_CUBLAS(cublas.ddot(handle, length, values + begin, 1, one<T>(), 0, sums + piece));
          }
        }
      });
      add<<<1, 1, 0, job.stream>>>(sums, pieces_of(job), static_cast<double*>(job.partials));
      HETEROSCOPE_LAUNCHED(add);
    });
  });
}

/// cuBLAS does not say in which order it adds, so only the bound of any order holds. It has no sum of fp32 values in
/// fp64: theirs is rounded to fp32 at each addition, and from 2^24 values on the bound says nothing.
double sum_error(std::int64_t values, Precision precision) {
  const double in_fp64 = error_in_any_order(values, precision);
  return precision == Precision::fp64 ? in_fp64 : in_fp64 * (roundoff_fp32 / roundoff_fp64);
}

}  // namespace

extern const Variant mean_cublas;
const Variant mean_cublas{
    .processor = Processor::gpu,
    .summary =
        "cuBLAS: the dot product with ones, in the input's precision. Error up to (n - 1) u, of fp32 input with "
        "fp32's u.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds},
    .run = run,
    .scratch_bytes = scratch_bytes,
    .unavailable = cublas_unavailable,
    .reordered = true,
    .sum_error = sum_error};

}  // namespace heteroscope::binarize
