#include <algorithm>

#include "kernels/pack.hpp"
#include "kernels/triangle/mapped.cuh"
#include "kernels/triangle/mapping/linear.hpp"

namespace heteroscope::triangle {
namespace {

/// A thread computes several cells in each row of a strip. `Wide` says that rows begin at multiples of 16 bytes: then a
/// thread has neighboring columns and writes them as one vector, otherwise every 256th column.
///
/// Measured on an NVIDIA H200 (2026-11-21, docs/performance.md), n = 32768, `distance` in fp32: 0.506 ms, 0.92 of what
/// writing alone can do, where a thread a cell takes 1.56 ms at best.
template <Cost C, bool Wide, class T>
__global__ void __launch_bounds__(Linear<T>::threads)
    linear_cells(int first_tile, Matrix<T> matrix, Points<T> points, SpanSink trace) {
  const BlockTimer<> timer(trace);
  constexpr int V = Linear<T>::vector;
  const auto strip = Linear<T>::place(static_cast<int>(blockIdx.x), first_tile + static_cast<int>(blockIdx.y));
  const int thread = static_cast<int>(threadIdx.x);
  const auto column = [&](int i) { return strip.column + (Wide ? thread * V + i : thread + i * Linear<T>::threads); };
  Pack<T> x{};
  Pack<T> y{};
  if constexpr (C != Cost::constant) {
    if (Wide && column(0) < matrix.n) {
      x = *reinterpret_cast<const Pack<T>*>(points.x + column(0));
      y = *reinterpret_cast<const Pack<T>*>(points.y + column(0));
    }
#pragma unroll
    for (int i = 0; !Wide && i < V; ++i) {
      if (column(i) < matrix.n) {
        x.of[i] = points.x[column(i)];
        y.of[i] = points.y[column(i)];
      }
    }
  }
#pragma unroll
  for (int r = 0; r < Linear<T>::rows; ++r) {
    const int row = strip.row + r;
    if (row >= matrix.rows.end || row < matrix.rows.begin) continue;
    Pack<T> value;
    const T row_x = C == Cost::constant ? T(0) : points.x[row];
    const T row_y = C == Cost::constant ? T(0) : points.y[row];
#pragma unroll
    for (int i = 0; i < V; ++i) value.of[i] = cell<C>(row_x, row_y, x.of[i], y.of[i], points.reach, points.work);
    T* const to = matrix.data + static_cast<std::int64_t>(row) * matrix.n;
    if (Wide && column(V - 1) <= row) {
      *reinterpret_cast<Pack<T>*>(to + column(0)) = value;
    } else {
#pragma unroll
      for (int i = 0; i < V; ++i) {
        if (column(i) <= row) to[column(i)] = value.of[i];
      }
    }
  }
  timer.finish([&] { return rectangle(matrix.n, strip.column, strip.row, Linear<T>::columns, Linear<T>::rows); });
}

/// The rows of the grid whose blocks compute rows of the job.
Rows pieces(const MapJob& job) {
  return with_precision(job.output.precision, [&]<class T>() {
    return Rows{Linear<T>::first_grid_row(job.rows.begin), Linear<T>::grid(job.rows.end).rows};
  });
}

void run(const MapJob& job) {
  constexpr int most_rows = 65535;
  begin_cells(job);
  with_precision(job.output.precision, [&]<class T>() {
    const Grid grid = Linear<T>::grid(job.rows.end);
    const SpanShape shape{.run = Linear<T>::columns, .stride = static_cast<std::uint64_t>(job.output.size.width)};
    const bool wide = job.output.size.width % Linear<T>::vector == 0;
    with_cost(job.parameters_as<Parameters>().cost, [&]<Cost C>() {
      const auto kernel = wide ? linear_cells<C, true, T> : linear_cells<C, false, T>;
      for (int first = job.pieces.begin; first < job.pieces.end; first += most_rows) {
        const dim3 blocks(static_cast<unsigned>(grid.columns),
                          static_cast<unsigned>(std::min(job.pieces.end - first, most_rows)));
        kernel<<<blocks, Linear<T>::threads, 0, job.stream>>>(
            first, matrix_of<T>(job), points_of<T>(job),

            traced_rows(job, grid, first, static_cast<int>(blocks.y), shape));
        HETEROSCOPE_LAUNCHED(linear_cells);
      }
    });
  });
}

constexpr std::string_view mapping_linear[] = {"linear"};

}  // namespace

extern const Variant cuda_linear;
const Variant cuda_linear{
    .processor = Processor::gpu,
    .summary = "Linear: numbered strips of 8 rows; each block writes long pieces of whole rows.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds, .mappings = mapping_linear},
    .run = run,
    .pieces = pieces};

}  // namespace heteroscope::triangle
