#include <algorithm>

#include "core/base/ceil_div.hpp"
#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"
#include "core/summary/sample.hpp"
#include "core/summary/summary_device.hpp"

namespace heteroscope::device {

namespace {

constexpr int threads = 256;

template <class T>
__global__ void copy_cells(FieldView view, SampleGrid grid, SampledAs<T>* out) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= grid.size.width) return;
  for (int j = blockIdx.y; j < grid.size.height; j += gridDim.y) {
    const SampledRows rows = sampled_rows(view, grid, j);
    const std::int64_t x = std::int64_t{grid.x} + i;
    out[static_cast<std::int64_t>(j) * grid.size.width + i] =
        x < rows.values ? one_nan(static_cast<SampledAs<T>>(view.row<T>(rows.begin)[x])) : no_value<SampledAs<T>>();
  }
}

/// A block adds up the columns of its elements, a thread a column, and then each element's columns. An element that is
/// wider than the block is taken in pieces.
template <class T>
__global__ void add_cells(FieldView view, SampleGrid grid, int elements, SampledAs<T>* out) {
  __shared__ double sums[threads];
  __shared__ int counts[threads];
  const int thread = static_cast<int>(threadIdx.x);
  const int element = blockIdx.x * elements + thread;
  const std::int64_t begin = grid.x + std::int64_t{blockIdx.x} * elements * grid.across;
  const std::int64_t width = std::int64_t{elements} * grid.across;
  for (int j = blockIdx.y; j < grid.size.height; j += gridDim.y) {
    const SampledRows rows = sampled_rows(view, grid, j);
    SampleSum all;
    for (std::int64_t done = 0; done < width; done += threads) {
      const std::int64_t x = begin + done + thread;
      SampleSum column;
      if (done + thread < width && x < rows.values) {
        const T* cell = view.row<T>(rows.begin) + x;
#pragma unroll 8
        for (int y = rows.begin; y < rows.end; ++y) {
          if (x < view.values(y)) column.add(*cell);
          cell += view.size.width;
        }
      }
      sums[thread] = column.sum;
      counts[thread] = column.count;
      __syncthreads();
      const int there = width - done < threads ? static_cast<int>(width - done) : threads;
      if (thread < elements) {
        const int to = elements == 1 ? there : (thread + 1) * grid.across;
        for (int c = elements == 1 ? 0 : thread * grid.across; c < to; ++c) all.add_column(sums[c], counts[c]);
      }
      __syncthreads();
    }
    if (thread >= elements || element >= grid.size.width) continue;
    const bool inside = begin + std::int64_t{thread} * grid.across < rows.values;
    out[static_cast<std::int64_t>(j) * grid.size.width + element] =
        inside ? all.mean<SampledAs<T>>() : no_value<SampledAs<T>>();
  }
}

}  // namespace

void sample(const FieldView& view, const SampleGrid& grid, void* out, const Stream& stream) {
  const int elements = grid.of_single_cells() ? threads : std::max(1, threads / grid.across);
  const dim3 blocks(static_cast<unsigned>(ceil_div(grid.size.width, elements)),
                    static_cast<unsigned>(std::min(grid.size.height, 65535)));
  with_value_type(view.precision, [&]<class T>() {
    if (grid.of_single_cells()) {
      copy_cells<T><<<blocks, threads, 0, stream.get()>>>(view, grid, static_cast<SampledAs<T>*>(out));
      HETEROSCOPE_LAUNCHED(copy_cells);
    } else {
      add_cells<T><<<blocks, threads, 0, stream.get()>>>(view, grid, elements, static_cast<SampledAs<T>*>(out));
      HETEROSCOPE_LAUNCHED(add_cells);
    }
  });
}

}  // namespace heteroscope::device
