#include <algorithm>

#include "core/base/ceil_div.hpp"
#include "core/device/device.hpp"
#include "kernels/mandelbrot/launch.cuh"

namespace heteroscope::mandelbrot {
namespace {

constexpr int threads = 128;  // of a block; its warps are independent of each other
constexpr int tile_columns = 32;
constexpr int round = 16;  // iterations between two looks for lanes that have become idle
constexpr unsigned all_lanes = 0xffffffffU;

/// A part of the picture, whose pixels one warp computes.
struct Tile {
  int x0, y0;
  int columns, rows;
};

/// The warp computes a tile. A lane whose pixel is done takes the next pixel of the tile at once (refill), so that
/// lanes are idle only at the tile's end, however much longer some orbits are than their neighbors':
///
///     lane 0   pixel 0 ─────────────────── 35 ── …       without refill a warp has 32 neighbors, and all of its lanes
///     lane 1   pixel 1 ── 32 ── 33 ─────── 36 ─── …      wait for the longest orbit among them
///     lane 2   pixel 2 ──────── 34 ── …
template <class T, class A, bool Julia>
__device__ void compute_tile(const KernelArguments<T, A, Julia>& a, const Tile& tile) {
  const unsigned lanes_below = (1U << threadIdx.x % 32) - 1;
  const int pixels = tile.columns * tile.rows;
  int taken = 0;  // pixels, by all lanes
  bool busy = false;
  int x = 0, y = 0, k = 0;
  Complex<T> z, c;
  for (;;) {
    const unsigned idle = __ballot_sync(all_lanes, !busy);
    const int pixel = taken + __popc(idle & lanes_below);
    if (!busy && pixel < pixels) {
      x = tile.x0 + pixel % tile.columns;
      y = tile.y0 + pixel / tile.columns;
      const Complex<T> point = a.grid.at(x, y);
      z = a.first(point);
      c = a.added(point);
      k = 1;
      busy = true;
    }
    taken += __popc(idle);
    if (!__any_sync(all_lanes, busy)) return;
    bool going = busy;
#pragma unroll
    for (int i = 0; i < round; ++i) {
      going = going && k < a.limit && !escaped<A>(z);
      if (going) {
        z = next<A>(z, c);
        ++k;
      }
    }
    if (busy && !(k < a.limit && !escaped<A>(z))) {
      a.put(x, y, z, c, k);
      busy = false;
    }
  }
}

/// As many warps as the GPU holds at a time stay for the whole picture (persistent threads). Each takes the next tile
/// by an atomic addition, its ticket, when it has computed one, until no tiles are left.
template <class T, class A, Tracing How, bool Julia>
__global__ void __launch_bounds__(threads) persistent(const __grid_constant__ KernelArguments<T, A, Julia> a,
                                                      int tile_rows, unsigned tiles, unsigned* tickets) {
  const int width = a.output.size.width;
  const auto across = static_cast<unsigned>(ceil_div(width, tile_columns));
  for (;;) {
    unsigned ticket = 0;
    if (threadIdx.x % 32 == 0) ticket = atomicAdd(tickets, 1U);
    ticket = __shfl_sync(all_lanes, ticket, 0);
    if (ticket >= tiles) return;
    const WarpTimer<How> timer(a.trace, ticket);
    const int x0 = static_cast<int>(ticket % across) * tile_columns;
    const int y0 = a.rows.begin + static_cast<int>(ticket / across) * tile_rows;
    const Tile tile{x0, y0, min(tile_columns, width - x0), min(tile_rows, a.rows.end - y0)};
    compute_tile(a, tile);
    timer.finish(ticket, [&] { return rectangle(width, tile.x0, tile.y0, tile.columns, tile.rows); });
  }
}

constexpr int tile_heights[] = {4, 8, 16, 32};
// The second compilation leaves the variant out, and so does not use its tunables.
[[maybe_unused]] constexpr Tunable tunables[] = {
    {.id = "ticket_rows",
     .label = "Warp's tile, rows",
     .help = "Height of the tiles that cuda_persistent's warps take; they are 32 columns wide. High tiles are taken "
             "less often and keep lanes busy longer; low ones share the work more evenly at the end of the picture.",
     .values = tile_heights,
     .initial = 8}};

template <class A>
void launch(const MapJob& job) {
  if (is_deep(job)) return launch_deep(job, DeepMapping::pixels);
  const int tile_rows = job.tunables[0];
  const int width = job.output.size.width;
  const auto tiles = static_cast<unsigned>(ceil_div(width, tile_columns)) *
                     static_cast<unsigned>(ceil_div(job.rows.count(), tile_rows));
  auto* const tickets = static_cast<unsigned*>(job.scratch);
  HETEROSCOPE_CUDA(cudaMemsetAsync(tickets, 0, sizeof *tickets, job.stream));
  const SpanSink trace = traced(job, pass_of(job, "persistent"), {.spans = tiles, .kind = SpanKind::warp},
                                {.run = tile_columns, .stride = static_cast<std::uint64_t>(width)});
  with_all_types(job, [&]<class T, Tracing How, bool Julia>() {
    const auto kernel = persistent<T, A, How, Julia>;
    const int at_a_time = device::blocks_at_a_time(reinterpret_cast<const void*>(kernel), threads, 0);
    const unsigned blocks = std::min(static_cast<unsigned>(at_a_time), ceil_div(tiles, threads / 32U));
    kernel<<<blocks, threads, 0, job.stream>>>(kernel_arguments<T, A, Julia>(job, trace), tile_rows, tiles, tickets);
  });
  HETEROSCOPE_LAUNCHED(persistent);
}

}  // namespace

HETEROSCOPE_LAUNCHED_IN_ARITHMETIC(cuda_persistent, launch)

#ifndef HETEROSCOPE_CONTRACTED
extern const Variant cuda_persistent;
const Variant cuda_persistent{
    .processor = Processor::gpu,
    .summary =
        "CUDA: as many warps as fit take tiles from a queue until none are left; lanes that have finished take the "
        "next pixel.",
    .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds, .tunables = tunables},
    .run = run,
    .scratch_bytes = [](const MapJob&) { return sizeof(unsigned); },
    .unfit = deep_unfit};
#endif

}  // namespace heteroscope::mandelbrot
