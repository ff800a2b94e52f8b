#include <algorithm>

#include "kernels/blur/launch.cuh"

namespace heteroscope::blur {
namespace {

/// The rows of the intermediate field from which the job's rows of the result are computed. Every border maps a row to
/// one that is no farther away, so no other rows are needed.
Rows rows_blurred_across(const MapJob& job) {
  const int radius = job.parameters_as<Parameters>().radius;
  return {std::max(job.rows.begin - radius, 0), std::min(job.rows.end + radius, job.input.size.height)};
}
/// The first pass: a thread a pixel of the intermediate field, blurred along the row. Measured on an NVIDIA H200
/// (2026-11-21, docs/performance.md) at 8192², both launches together: 0.801, 1.23 and 2.94 ms in fp32 and 0.875, 1.32
/// and 3.35 ms in fp64 at radius 2, 5 and 16.

template <class T, Tracing How>
__global__ void across(KernelArguments a, LineMask<T> mask, FieldView between, int first_row) {
  const BlockTimer<How> timer(a.trace);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < a.input.size.width) {
    for (int y = a.rows.begin + blockIdx.y * blockDim.y + threadIdx.y; y < a.rows.end; y += gridDim.y * blockDim.y) {
      between.row<T>(y - first_row)[x] = add_input_line(T(0), a, mask.weight, x, y, a.radius);
    }
  }
  timer.finish([&] { return cells_of_block(a.output.size.width, a.rows.begin); });
}

/// A column of the intermediate field, from row `first` of the image on; rows outside are those that the border says.
template <class T>
struct BorderedColumn {
  FieldView between;
  int first_row;
  int x;
  int first;
  int height;
  Border border;

  __device__ T operator[](int i) const {
    const int y = border_index(first + i, height, border);
    return y < 0 ? T(0) : between.row<const T>(y - first_row)[x];
  }
};
/// The second pass: a thread a pixel of the result, blurred along the column of the intermediate field.

template <class T, Tracing How>
__global__ void down(KernelArguments a, LineMask<T> mask, FieldView between, int first_row) {
  const BlockTimer<How> timer(a.trace);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < a.output.size.width) {
    for (int y = a.rows.begin + blockIdx.y * blockDim.y + threadIdx.y; y < a.rows.end; y += gridDim.y * blockDim.y) {
      const BorderedColumn<T> column{between, first_row, x, y - a.radius, a.input.size.height, a.border};
      a.output.row<T>(y)[x] = add_line(T(0), mask.weight, column, 2 * a.radius + 1);
    }
  }
  timer.finish([&] { return cells_of_block(a.output.size.width, a.rows.begin); });
}

std::size_t scratch_bytes(const MapJob& job) {
  const Size between{job.input.size.width, rows_blurred_across(job).count()};
  return static_cast<std::size_t>(between.area()) * bytes_of(job.output.precision);
}

void run(const MapJob& job) {
  MapJob first = job;
  first.rows = rows_blurred_across(job);
  const FieldView between{job.scratch, {job.input.size.width, first.rows.count()}, job.output.precision};
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    const LineMask<T> mask = line_mask<T>(job.parameters_as<Parameters>());
    const int width = job.output.size.width;
    const dim3 wide = grid_over(first, width);
    PassShape pass = pass_of(first, "across");
    pass.over = Over::other;
    across<T, How><<<wide, block_of(job), 0, job.stream>>>(kernel_arguments(first, traced_grid(job, pass, wide)), mask,
                                                           between, first.rows.begin);
    HETEROSCOPE_LAUNCHED(across);
    const dim3 grid = grid_over(job, width);
    const SpanSink trace = traced_grid(job, pass_of(job, "down"), grid);
    down<T, How><<<grid, block_of(job), 0, job.stream>>>(kernel_arguments(job, trace), mask, between, first.rows.begin);
    HETEROSCOPE_LAUNCHED(down);
  });
}

}  // namespace

extern const Variant cuda_separable;
const Variant cuda_separable{.processor = Processor::gpu,
                             .summary = "CUDA: two launches, horizontal and vertical, with an image in between.",
                             .knobs = {.precisions = both_precisions,
                                       .memory_kinds = all_memory_kinds,
                                       .blocks = BlockRule::any,
                                       .default_block = {32, 8},
                                       .mappings = mapping_2d},
                             .run = run,
                             .scratch_bytes = scratch_bytes,
                             .reordered = true};

}  // namespace heteroscope::blur
