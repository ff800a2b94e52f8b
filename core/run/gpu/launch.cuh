#pragma once

#include <string_view>

#include "core/base/ceil_div.hpp"
#include "core/device/cuda_check.cuh"
#include "core/model/job.hpp"
#include "core/model/variant.hpp"
#include "core/trace/pass_of.hpp"
#include "core/trace/span_timer.cuh"

namespace heteroscope {

inline dim3 block_of(const Job& job) {
  return {static_cast<unsigned>(job.block.x), static_cast<unsigned>(job.block.y)};
}

/// Blocks of the job's shape over `width` × its rows. A grid has at most 65535 blocks downward: kernels walk on from
/// there.
inline dim3 grid_over(const Job& job, int width) {
  const auto blocks = [](int cells, int threads) { return static_cast<unsigned>(ceil_div(cells, threads)); };
  return {blocks(width, job.block.x), min(blocks(job.rows.count(), job.block.y), 65535U)};
}

/// Calls `body.template operator()<How>()` for the job's tracing, for kernels of which there are two instances.
template <class Body>
void with_tracing(const Job& job, Body body) {
  if (job.trace != nullptr) {
    body.template operator()<Tracing::on>();
  } else {
    body.template operator()<Tracing::off>();
  }
}

/// Calls `body.template operator()<T, How>()` for a precision, too.
template <class Body>
void with_kernel_types(const Job& job, Precision precision, Body body) {
  with_precision(precision,
                 [&]<class T>() { with_tracing(job, [&]<Tracing How>() { body.template operator()<T, How>(); }); });
}

/// A launch that is a whole pass; no sink where there is no trace.
inline SpanSink traced(const Job& job, const PassShape& pass, const LaunchShape& launch, const SpanShape& spans) {
  if (job.trace == nullptr) return {};
  job.trace->begin_pass(pass);
  return job.trace->begin_launch(launch, spans);
}

/// The trace of blocks that lie over the pass's columns and rows as grid_over() says, where each thread has some cells
/// side by side; their spans are cells_of_block().
inline SpanSink traced_grid(const Job& job, const PassShape& pass, dim3 grid, int cells_a_thread = 1) {
  const auto width = static_cast<std::uint64_t>(pass.space.width);
  return traced(job, pass, {.columns = grid.x, .rows = grid.y},
                {.run = static_cast<std::uint64_t>(job.block.x) * static_cast<std::uint64_t>(cells_a_thread),
                 .stride = width,
                 .leap = width * grid.y * static_cast<std::uint64_t>(job.block.y)});
}

/// The trace of blocks that lie over the pass's rows as one line, with so many cells each; their spans are
/// run_of_block().
inline SpanSink traced_line(const Job& job, const PassShape& pass, unsigned blocks, std::int64_t cells_a_block) {
  const auto cells = static_cast<std::uint64_t>(cells_a_block);
  return traced(job, pass, {.columns = blocks},
                {.run = cells, .stride = cells, .leap = cells * blocks, .origin = first_cell(pass), .wraps = true});
}

inline constexpr std::string_view mapping_1d[] = {"1d"};
inline constexpr std::string_view mapping_2d[] = {"2d"};
inline constexpr std::string_view mapping_2d_1d[] = {"2d", "1d"};

}  // namespace heteroscope
