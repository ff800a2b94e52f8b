#pragma once

#include "core/trace/span_record.hpp"

namespace heteroscope {

/// Whether a kernel notes its spans: as it was compiled, or as it is asked by a sink that is there or not. The latter
/// is two tests of an argument, which kernels cannot feel whose threads do more than write a value each; of the others
/// there are two instances (`with_kernel_types()`).
enum class Tracing { off, on, asked };

/// Notes when a span begins and ends, on which multiprocessor, and which cells it is. Nothing of it is held in
/// registers while the span is computed: where the record is follows from the block's or the warp's number.
namespace tracing {

__device__ inline std::uint64_t now() {
  std::uint64_t ns = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}

__device__ inline std::uint32_t multiprocessor() {
  std::uint32_t id = 0;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
  return id;
}

/// Read again each time, so that no register keeps it.
__device__ inline std::uint32_t block_number() {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(x));
  asm volatile("mov.u32 %0, %%ctaid.y;" : "=r"(y));
  return y * gridDim.x + x;
}

__device__ inline void begin(const SpanSink& sink, std::uint32_t number) {
  if (number < sink.count) sink.records[number].start_ns = now();
}

__device__ inline void end(const SpanSink& sink, std::uint32_t number, Cells cells) {
  if (number >= sink.count) return;
  SpanRecord& record = sink.records[number];
  record.end_and_unit = (now() << SpanRecord::unit_bits) | multiprocessor();
  record.cells = cells;
}

/// A span that is in two places: its other cells as a record of their own.
__device__ inline void copy(const SpanSink& sink, std::uint32_t number, std::uint32_t other, Cells cells) {
  if (number >= sink.count || other >= sink.count) return;
  SpanRecord record = sink.records[number];
  record.cells = cells;
  sink.records[other] = record;
}

}  // namespace tracing

/// Threads that compute a span together, all of which come to finish(), outside of any divergent branch.
struct BlockThreads {
  __device__ static bool leads() { return threadIdx.x == 0 && threadIdx.y == 0; }
  __device__ static void meet() { __syncthreads(); }
};
struct WarpThreads {
  __device__ static bool leads() { return threadIdx.x % 32 == 0; }
  __device__ static void meet() { __syncwarp(); }
};

/// A timer of spans that the kernel numbers itself: it passes the number each time, so that no register holds it.
template <class Threads, Tracing How>
class NumberedTimer {
 public:
  __device__ NumberedTimer(const SpanSink& sink, std::uint32_t number) : sink_(sink) {
    if (wanted() && Threads::leads()) tracing::begin(sink_, number);
  }

  /// `cells()` are those that have been computed.
  template <class Which>
  __device__ void finish(std::uint32_t number, Which cells) const {
    if (!wanted()) return;
    Threads::meet();
    if (Threads::leads()) tracing::end(sink_, number, cells());
  }

  /// After finish(): more cells of the same span, as the record `other`.
  __device__ void also(std::uint32_t number, std::uint32_t other, Cells cells) const {
    if (wanted() && Threads::leads()) tracing::copy(sink_, number, other, cells);
  }

 private:
  [[nodiscard]] __device__ bool wanted() const {
    return How == Tracing::on || (How == Tracing::asked && sink_.records != nullptr);
  }

  SpanSink sink_;
};
template <Tracing How = Tracing::asked>
using WarpTimer = NumberedTimer<WarpThreads, How>;

/// A timer of a block, by its place in the grid.
template <Tracing How = Tracing::asked>
class BlockTimer {
 public:
  __device__ explicit BlockTimer(const SpanSink& sink) : sink_(sink) {
    if (wanted() && BlockThreads::leads()) tracing::begin(sink_, tracing::block_number());
  }

  /// `cells()` are those that have been computed.
  template <class Which>
  __device__ void finish(Which cells) const {
    if (!wanted()) return;
    BlockThreads::meet();
    if (BlockThreads::leads()) tracing::end(sink_, tracing::block_number(), cells());
  }

  /// After finish(): more cells of the same span, as the record `other`.
  __device__ void also(std::uint32_t other, Cells cells) const {
    if (wanted() && BlockThreads::leads()) tracing::copy(sink_, tracing::block_number(), other, cells);
  }

  /// Ends the span where blocks have two records each (LaunchShape::twice).
  template <class Which>
  __device__ void also_second(Which cells) const {
    if (wanted() && BlockThreads::leads())
      tracing::copy(sink_, tracing::block_number(), tracing::block_number() + gridDim.x * gridDim.y, cells());
  }

 private:
  [[nodiscard]] __device__ bool wanted() const {
    return How == Tracing::on || (How == Tracing::asked && sink_.records != nullptr);
  }

  SpanSink sink_;
};

/// A rectangle of a field `width` cells wide; columns beyond the field are none.
__device__ inline Cells rectangle(int width, std::int64_t x, std::int64_t y, int columns, int rows) {
  if (x >= width) return {};
  const std::int64_t own = min(static_cast<std::int64_t>(columns), width - x);
  return {static_cast<std::uint64_t>(y * width + x), static_cast<std::uint64_t>(std::int64_t{rows - 1} * width + own)};
}

/// The cells that the block's threads compute in a field `width` cells wide, from the row `first_row` down, each thread
/// some cells side by side.
__device__ inline Cells cells_of_block(int width, int first_row, int cells_a_thread = 1) {
  const int columns = static_cast<int>(blockDim.x) * cells_a_thread;
  return rectangle(width, std::int64_t{blockIdx.x} * columns, first_row + std::int64_t{blockIdx.y} * blockDim.y,
                   columns, static_cast<int>(blockDim.y));
}

/// The cells of a line that the block's threads compute.
__device__ inline Cells run_of_block(int cells_a_thread = 1) {
  const std::uint64_t cells = std::uint64_t{blockDim.x} * blockDim.y * static_cast<unsigned>(cells_a_thread);
  return {blockIdx.x * cells, cells};
}

}  // namespace heteroscope
