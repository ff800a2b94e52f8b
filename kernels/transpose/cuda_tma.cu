#include <algorithm>
#include <string>

#include "core/run/gpu/kernel_code.cuh"
#include "kernels/transpose/box_tile.hpp"
#include "kernels/transpose/tensor_memory.cuh"
#include "kernels/transpose/vector_tiles.cuh"

namespace heteroscope::transpose {
namespace {

template <class T>
struct TmaArguments {
  CUtensorMap in;
  CUtensorMap out;  // of the job's rows from first_column on, or of one row that nobody writes
  FieldView input, output;
  int first_column;       // of the input, where tiles begin
  int ahead;              // the number of the job's columns before first_column
  bool any_tiles;         // whether the job has columns from first_column on
  unsigned across, down;  // tiles; one across, too, where there are only columns ahead
  SpanSink trace;
};

/// Transposes, by the block's threads, the rows of its tile in the columns ahead of the first tile. There are fewer of
/// these columns than a vector has elements, since a job may begin with any row of the output, and boxes may not.
template <class T>
__device__ void carry_columns_ahead(const TmaArguments<T>& a, int y0) {
  for (int i = static_cast<int>(threadIdx.x); i < a.ahead * BoxTile<T>::height; i += BoxTile<T>::threads) {
    const int x = a.first_column - a.ahead + i / BoxTile<T>::height;
    const int y = y0 + i % BoxTile<T>::height;
    if (y < a.input.size.height) a.output.template row<T>(x)[y] = a.input.template row<T>(y)[x];
  }
}

/// A block carries a tile of the input through shared memory, and those on the left the columns ahead of them, too. One
/// thread asks for the tile's boxes, and the hardware (TMA) copies them; the block's threads transpose them there,
/// square by square in registers, and the hardware writes them back:
///
///     input      ── boxes ──→  shared memory  ⟷ registers           ── boxes ──→  output
///     1 thread, load()         squares of 4 × 4 (fp64: 2 × 2)       1 thread, store()
///
/// For boxes, threads compute no addresses of global memory and do not test whether an element lies inside of the
/// image: the hardware cuts boxes at its sides. It also permutes the vectors of each row of a box (swizzle) in place of
/// an extra column (cuda_shared_padded.cu), vector c of row r being at place c xor (r mod 8). Shared memory serves the
/// 16-byte accesses of eight threads at a time, which have the squares (c, c xor d), c = 0 … 7, of one diagonal d: both
/// their vectors to read and those to write are in all eight groups of four banks.
template <class T, Tracing How>
__global__ void __launch_bounds__(BoxTile<T>::threads) box_tiles(const __grid_constant__ TmaArguments<T> a) {
  using Tile = BoxTile<T>;
  const BlockTimer<How> timer(a.trace);
  __shared__ alignas(1024) Vector<T> boxes[Tile::boxes][Tile::box_vectors];
  __shared__ tma::Barrier arrived;
  const Cell place = tile_of_block(blockIdx.x, a.across, a.down, all_rows);
  const int x0 = place.x * Tile::width;  // counted from first_column
  const int y0 = place.y * Tile::height;
  const int ahead = place.x == 0 ? a.ahead : 0;
  if (ahead > 0) carry_columns_ahead(a, y0);
  const auto cells = [&] {
    return rectangle(a.output.size.width, y0, a.first_column + x0 - ahead, Tile::height, Tile::width + ahead);
  };
  if (!a.any_tiles) {
    timer.finish(cells);
    return;
  }
  const int thread = static_cast<int>(threadIdx.x);
  if (thread == 0) {
    tma::init(arrived);
    tma::expect(arrived, Tile::bytes);
    for (int b = 0; b < Tile::boxes; ++b) {
      const int x = a.first_column + x0 + b % Tile::across * Tile::edge;
      tma::load(boxes[b], a.in, x, y0 + b / Tile::across * Tile::edge, arrived);
    }
  }
  __syncthreads();  // the barrier is initialized
  tma::wait(arrived);

  Vector<T> v[Tile::squares_per_thread][Tile::vector];
#pragma unroll
  for (int k = 0; k < Tile::squares_per_thread; ++k) {
    const BoxSquare square = Tile::square(thread, k);
#pragma unroll
    for (int i = 0; i < Tile::vector; ++i) v[k][i] = boxes[square.box][Tile::slot_before(square, i)];
    transpose_square(v[k]);
  }
  __syncthreads();  // all squares are in registers: their places may be overwritten
#pragma unroll
  for (int k = 0; k < Tile::squares_per_thread; ++k) {
    const BoxSquare square = Tile::square(thread, k);
#pragma unroll
    for (int i = 0; i < Tile::vector; ++i) boxes[square.box][Tile::slot_after(square, i)] = v[k][i];
  }
  tma::written();
  __syncthreads();
  if (thread == 0) {
    // neighbors in the output follow on each other, so that memory gets whole rows of the tile
    for (int x = 0; x < Tile::across; ++x) {
      for (int y = 0; y < Tile::down; ++y)
        tma::store(a.out, y0 + y * Tile::edge, x0 + x * Tile::edge, boxes[y * Tile::across + x]);
    }
    tma::wait_for_stores();  // the block's shared memory must last as long
  }
  timer.finish(cells);
}

template <class T, Tracing How>
void launch(const MapJob& job) {
  using Tile = BoxTile<T>;
  // The hardware reads boxes from multiples of 16 bytes, and writes none that begins before the map's first row. So
  // tiles begin at the job's first column that is a multiple of a vector; there may be none.
  const int first = std::min(ceil_div(job.rows.begin, Tile::vector) * Tile::vector, job.rows.end);
  TmaArguments<T> a{.in = tma::map_of(job.input, {0, job.input.size.height}, Tile::edge, Tile::edge),
                    .out = tma::map_of(job.output, {first, std::max(job.rows.end, first + 1)}, Tile::edge, Tile::edge),
                    .input = job.input,
                    .output = job.output,
                    .first_column = first,
                    .ahead = first - job.rows.begin,
                    .any_tiles = first < job.rows.end,
                    .across = tiles_over(job.rows.end - first, Tile::width),
                    .down = tiles_over(job.input.size.height, Tile::height),
                    .trace = {}};
  a.trace = traced(job, pass_of(job, "boxes"), {.columns = a.across * a.down},
                   {.run = Tile::height, .stride = static_cast<std::uint64_t>(job.output.size.width)});
  box_tiles<T, How><<<a.across * a.down, Tile::threads, 0, job.stream>>>(a);
  HETEROSCOPE_LAUNCHED(box_tiles);
}

void run(const MapJob& job) {
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() { launch<T, How>(job); });
}

std::string unavailable(const device::Facts& facts) {
  return refusal_of_code(facts, 9, "copies of boxes by the tensor memory accelerator (TMA)");
}

/// Tensor maps know only rows that begin at multiples of 16 bytes.
std::string unfit(const std::any&, const Extent& output, bool, const device::Facts&) {
  const int vector = 16 / static_cast<int>(bytes_of(output.precision));
  if (output.size.width % vector == 0 && output.size.height % vector == 0) return "";
  return "TMA copies rows whose length is a multiple of 16 bytes: width and height must be multiples of " +
         std::to_string(vector);
}

}  // namespace

extern const Variant cuda_tma;
const Variant cuda_tma{.processor = Processor::gpu,
                       .summary =
                           "CUDA: the hardware copies tiles to shared memory and back (TMA), permuted so that there "
                           "are no bank conflicts; threads transpose them there.",
                       .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds},
                       .run = run,
                       .unavailable = unavailable,
                       .kernels = "transpose::box_tiles<",
                       .unfit = unfit};

}  // namespace heteroscope::transpose
