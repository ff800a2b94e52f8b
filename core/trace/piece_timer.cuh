#pragma once

#include <type_traits>

#include "core/trace/piece.hpp"

namespace heteroscope {

/// Whether a kernel notes its pieces: as it was compiled, or as it is asked by a sink that is there or not. The latter
/// is two tests of an argument, which kernels cannot feel whose threads do more than write a value each; of the others
/// there are two instances (`with_kernel_types()`).
enum class Tracing { off, on, asked };

/// Notes when a piece begins and ends, on which multiprocessor, and which cells it is. Nothing of it is held in
/// registers while the piece is computed: where the record is follows from the block's or the warp's number.
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

__device__ inline void begin(const PieceSink& sink, std::uint32_t number) {
  if (number < sink.count) sink.records[number].start_ns = now();
}

__device__ inline void end(const PieceSink& sink, std::uint32_t number, Cells cells) {
  if (number >= sink.count) return;
  PieceRecord& record = sink.records[number];
  record.end_and_unit = (now() << PieceRecord::unit_bits) | multiprocessor();
  record.cells = cells;
}

/// Makes the compiler work out before what follows where a record goes and what is in it.
__device__ inline void work_out_here(PieceRecord& record, std::uint64_t& place) {
  asm volatile(""
               : "+l"(record.start_ns), "+l"(record.end_and_unit), "+l"(record.cells.first), "+l"(record.cells.length),
                 "+l"(place));
}

/// A piece that is in two places: its other cells as a record of their own.
__device__ inline void copy(const PieceSink& sink, std::uint32_t number, std::uint32_t other, Cells cells) {
  if (number >= sink.count || other >= sink.count) return;
  PieceRecord record = sink.records[number];
  record.cells = cells;
  sink.records[other] = record;
}

}  // namespace tracing

/// Threads that compute a piece together, all of which come to finish(), outside of any divergent branch.
struct BlockThreads {
  __device__ static bool leads() { return threadIdx.x == 0 && threadIdx.y == 0; }
  __device__ static void meet() { __syncthreads(); }
};
struct WarpThreads {
  __device__ static bool leads() { return threadIdx.x % 32 == 0; }
  __device__ static void meet() { __syncwarp(); }
};

/// Where it is kept until a piece ends when it began: in its record, or, which is quicker, in 8 bytes of shared memory,
/// of blocks in kernels that were compiled to be traced and leave as much free.
enum class KeptIn { record, shared };

/// `number()` of a piece is asked each time, so that nothing keeps it.
template <class Threads, Tracing How, KeptIn Where>
class PieceTimer {
 protected:
  __device__ explicit PieceTimer(const PieceSink& sink) : sink_(sink) {}

  template <class Number>
  __device__ void start(Number number) const {
    if (!wanted() || !Threads::leads()) return;
    if constexpr (in_shared) {
      kept_start() = tracing::now();
    } else {
      tracing::begin(sink_, number());
    }
  }

  template <class Number, class Which>
  __device__ void stop(Number number, Which cells) const {
    if (!wanted()) return;
    if constexpr (in_shared) {
      // while other warps still compute, so that behind the barrier, where all wait, there is but little to be done
      PieceRecord record;
      std::uint64_t place = 0;
      if (Threads::leads()) {
        const std::uint32_t at = number();
        if (at < sink_.count) place = __cvta_generic_to_global(sink_.records + at);
        record = {.start_ns = kept_start(), .end_and_unit = tracing::multiprocessor(), .cells = cells()};
        tracing::work_out_here(record, place);
      }
      Threads::meet();
      if (place == 0) return;
      record.end_and_unit |= tracing::now() << PieceRecord::unit_bits;
      *static_cast<PieceRecord*>(__cvta_global_to_generic(place)) = record;
    } else {
      Threads::meet();
      if (Threads::leads()) tracing::end(sink_, number(), cells());
    }
  }

  /// Calls body(sink) where there is something to be noted.
  template <class Body>
  __device__ void note(Body body) const {
    if (wanted() && Threads::leads()) body(sink_);
  }

 private:
  static constexpr bool in_shared =
      Where == KeptIn::shared && How == Tracing::on && std::is_same_v<Threads, BlockThreads>;

  __device__ static std::uint64_t& kept_start() {
    __shared__ std::uint64_t start;
    return start;
  }
  [[nodiscard]] __device__ bool wanted() const {
    return How == Tracing::on || (How == Tracing::asked && sink_.records != nullptr);
  }

  PieceSink sink_;
};

/// Of pieces that the kernel numbers itself.
template <class Threads, Tracing How>
class NumberedTimer : PieceTimer<Threads, How, KeptIn::shared> {
  using Base = PieceTimer<Threads, How, KeptIn::shared>;

 public:
  __device__ NumberedTimer(const PieceSink& sink, std::uint32_t number) : Base(sink) {
    Base::start([&] { return number; });
  }

  /// `cells()` are those that have been computed.
  template <class Which>
  __device__ void finish(std::uint32_t number, Which cells) const {
    Base::stop([&] { return number; }, cells);
  }

  /// After finish(): more cells of the same piece, as the record `other`.
  __device__ void also(std::uint32_t number, std::uint32_t other, Cells cells) const {
    Base::note([&](const PieceSink& sink) { tracing::copy(sink, number, other, cells); });
  }
};
template <Tracing How = Tracing::asked>
using WarpTimer = NumberedTimer<WarpThreads, How>;

/// Of a block, by its place in the grid.
template <Tracing How = Tracing::asked, KeptIn Where = KeptIn::shared>
class BlockTimer : PieceTimer<BlockThreads, How, Where> {
  using Base = PieceTimer<BlockThreads, How, Where>;

 public:
  __device__ explicit BlockTimer(const PieceSink& sink) : Base(sink) { Base::start(tracing::block_number); }

  /// `cells()` are those that have been computed.
  template <class Which>
  __device__ void finish(Which cells) const {
    Base::stop(tracing::block_number, cells);
  }

  /// After finish(): more cells of the same piece, as the record `other`.
  __device__ void also(std::uint32_t other, Cells cells) const {
    Base::note([&](const PieceSink& sink) { tracing::copy(sink, tracing::block_number(), other, cells); });
  }

  /// The same where blocks have two records each (LaunchShape::twice).
  template <class Which>
  __device__ void also_second(Which cells) const {
    Base::note([&](const PieceSink& sink) {
      const std::uint32_t number = tracing::block_number();
      tracing::copy(sink, number, number + gridDim.x * gridDim.y, cells());
    });
  }
};

/// A rectangle of a field `width` cells wide; columns beyond the field are none.
__device__ inline Cells rectangle(int width, std::int64_t x, std::int64_t y, int columns, int rows) {
  if (x >= width) return {};
  const std::int64_t own = min(static_cast<std::int64_t>(columns), width - x);
  return {static_cast<std::uint64_t>(y * width + x), static_cast<std::uint64_t>(std::int64_t{rows - 1} * width + own)};
}

/// What the block's threads cover in a field `width` cells wide, from the row `first_row` down, each with some cells
/// side by side.
__device__ inline Cells cells_of_block(int width, int first_row, int cells_a_thread = 1) {
  const int columns = static_cast<int>(blockDim.x) * cells_a_thread;
  return rectangle(width, std::int64_t{blockIdx.x} * columns, first_row + std::int64_t{blockIdx.y} * blockDim.y,
                   columns, static_cast<int>(blockDim.y));
}

/// What the block's threads cover of a line.
__device__ inline Cells run_of_block(int cells_a_thread = 1) {
  const std::uint64_t cells = std::uint64_t{blockDim.x} * blockDim.y * static_cast<unsigned>(cells_a_thread);
  return {blockIdx.x * cells, cells};
}

}  // namespace heteroscope
