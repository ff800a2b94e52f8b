#pragma once

#include "core/run/gpu/launch.cuh"
#include "kernels/blur/mask.hpp"

namespace heteroscope::blur {

/// The arguments that all kernels have in common.
struct KernelArguments {
  FieldView input;
  FieldView output;
  Rows rows;
  int radius;
  Border border;
  SpanSink trace;
};

inline KernelArguments kernel_arguments(const MapJob& job, SpanSink trace) {
  const auto& p = job.parameters_as<Parameters>();
  return {job.input, job.output, job.rows, p.radius, p.border, trace};
}

/// The arguments of the kernels of `cuda_fused`.
template <class T, int R>
struct FusedArguments {
  KernelArguments common;
  T weight[R + 1];  // by distance from the center
  int strips;
  int rows_each;  // rows that a warp or a block computes
  bool wide;      // all rows begin at multiples of 16 bytes
};

/// The scratch memory that the square mask takes, in bytes.
inline std::size_t square_mask_bytes(const MapJob& job) {
  const auto taps = static_cast<std::size_t>(2 * job.parameters_as<Parameters>().radius + 1);
  return taps * taps * bytes_of(job.output.precision);
}

/// Copies the square mask into the job's scratch, in the stream's order. The source is ordinary (pageable) memory,
/// which the call has read when it returns.
template <class T>
const T* upload_square_mask(const MapJob& job) {
  const std::vector<T> mask = square_mask<T>(job.parameters_as<Parameters>());
  HETEROSCOPE_CUDA(
      cudaMemcpyAsync(job.scratch, mask.data(), mask.size() * sizeof(T), cudaMemcpyHostToDevice, job.stream));
  return static_cast<const T*>(job.scratch);
}

/// Adds to `sum` one row of the mask over pixel (x, y), the j-th from its top.
template <class T, class Weights>
__device__ T add_input_line(T sum, const KernelArguments& a, const Weights& weights, int x, int y, int j) {
  const Size size = a.input.size;
  const int source = border_index(y + j - a.radius, size.height, a.border);
  const T* row = source < 0 ? nullptr : a.input.row<const T>(source);
  const int first = x - a.radius;
  const int taps = 2 * a.radius + 1;
  if (row != nullptr && first >= 0 && first + taps <= size.width) return add_line(sum, weights, row + first, taps);
  return add_line(sum, weights, BorderedRow<T>{row, first, size.width, a.border}, taps);
}

}  // namespace heteroscope::blur
