#include <algorithm>
#include <cmath>

#include "core/base/ceil_div.hpp"
#include "core/device/per_gpu.hpp"
#include "core/trace/library_span.hpp"
#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/sums/sum_error.hpp"
#include "kernels/cublas.cuh"

namespace heteroscope::binarize {
namespace {

constexpr std::int64_t most_at_once = std::int64_t{1} << 30;  // cuBLAS counts in int

/// The factors of plain_scale(): 1, and the one by which values are multiplied whose sum could overflow.
__device__ float factors_fp32[] = {1, 0x1p-64F};
__device__ double factors_fp64[] = {1, 0x1p-64};

/// The address on the GPU of `scale`, which is one of the factors.
template <class T>
const T* factor(double scale) {
  static PerGpu<const T*> found;
  const T* const factors = found.get([] {
    void* address = nullptr;
    if constexpr (sizeof(T) == sizeof(float)) {
      HETEROSCOPE_CUDA(cudaGetSymbolAddress(&address, factors_fp32));
    } else {
      HETEROSCOPE_CUDA(cudaGetSymbolAddress(&address, factors_fp64));
    }
    return static_cast<const T*>(address);
  });
  return scale == 1 ? factors : factors + 1;
}

/// Adds the sums to the partial. `rescale` converts from the scale of the sums, which depends on their precision, to
/// that of the partial.
template <class T>
__global__ void add(const T* sums, int count, double rescale, double* partial) {
  for (int i = 0; i < count; ++i) *partial += sums[i] * rescale;
}

int pieces_of(const ReduceJob& job) {
  return static_cast<int>(ceil_div(values_of(job), most_at_once));
}

std::size_t scratch_bytes(const ReduceJob& job) {
  return static_cast<std::size_t>(pieces_of(job)) * sizeof(double);
}

// The seed's cublasDasum adds magnitudes, which is another sum if values are negative. The dot product with a vector of
// ones (or of another scale) is the sum; that vector is a single element, read again and again with stride 0. Measured
// on an NVIDIA H200 (2026-11-21, docs/performance.md) at 10240²: 0.185 ms in fp32 and 0.222 ms in fp64.
void run(const ReduceJob& job) {
  const std::int64_t count = values_of(job);
  Cublas& cublas = Cublas::get();
  traced_library(job, pass_of(job, "dot"), [&] {
    with_precision(job.input.precision, [&]<class T>() {
      const T* values = job.input.row<const T>(job.rows.begin);
      T* sums = static_cast<T*>(job.scratch);
      const double scale = plain_scale<T>(job.largest);
      cublas.with_handle(job.stream, CUBLAS_POINTER_MODE_DEVICE, [&](cublasHandle_t handle) {
        for (int piece = 0; piece < pieces_of(job); ++piece) {
          const std::int64_t begin = piece * most_at_once;
          const int length = static_cast<int>(std::min(count - begin, most_at_once));
          if constexpr (sizeof(T) == sizeof(float)) {
            HETEROSCOPE_CUBLAS(cublas.sdot(handle, length, values + begin, 1, factor<T>(scale), 0, sums + piece));
          } else {
            HETEROSCOPE_CUBLAS(cublas.ddot(handle, length, values + begin, 1, factor<T>(scale), 0, sums + piece));
          }
        }
      });
      add<<<1, 1, 0, job.stream>>>(sums, pieces_of(job), plain_scale<double>(job.largest) / scale,
                                   static_cast<double*>(job.partials));
      HETEROSCOPE_LAUNCHED(add);
    });
  });
}

/// The bound of the error. cuBLAS does not say in which order it adds. In fp64 the bound of any order holds. cuBLAS
/// cannot add fp32 values in fp64: sums are rounded to fp32 at each addition, and the bound of any order would allow
/// every result from 2^24 values on. Sums of √n sums of √n values stay within 2√n·u (Higham, section 4.2), and
/// roundings that are independent of each other within 8√n·u except once in 10^13 (Higham and Mary, A new approach to
/// probabilistic rounding error analysis, SIAM J. Sci. Comput. 41, 2019, theorem 2.4): what exceeds that counts as
/// wrong.
double sum_error(std::int64_t values, Precision precision) {
  if (precision == Precision::fp64) return error_in_any_order(values, precision);
  const auto n = static_cast<double>(values);
  return (std::min(n - 1, 8 * std::sqrt(n)) + joins) * roundoff_fp32;
}

}  // namespace

extern const Variant mean_cublas;
const Variant mean_cublas{
    .processor = Processor::gpu,
    .summary =
        "cuBLAS: the dot product with a vector of ones, in the precision of the input. Error at most (n "
        "- 1) u; for fp32 input about 8 sqrt(n) u of fp32.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds},
    .run = run,
    .scratch_bytes = scratch_bytes,
    .unavailable = cublas_unavailable,
    .reordered = true,
    .sum_error = sum_error};

}  // namespace heteroscope::binarize
