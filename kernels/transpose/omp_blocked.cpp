#include "kernels/transpose/rows.hpp"

namespace heteroscope::transpose {
namespace {

/// The rows and columns of a tile, which takes 8 or 16 KiB, a part of any first-level cache.
template <class T>
inline constexpr int edge = sizeof(T) == 4 ? 64 : 32;
constexpr int run_values[] = {64, 128, 256, 512, 1024, 2048, 4096};
constexpr Tunable tunables[] = {{.id = "run",
                                 .label = "Rows at a time",
                                 .help = "How many rows of the result a CPU thread computes at a time, at most.",
                                 .values = run_values,
                                 .initial = 1024}};

template <class T>
struct alignas(64) Tile {
  T column[edge<T>][edge<T> + 1];
};

/// Transposes a tile by way of a copy: in an image whose rows are a multiple of 4 KiB apart, the cache lines of a
/// column all belong to the same few sets of the cache and would evict each other before the next column needs them.
template <class T>
void transpose_tile(const MapJob& job, Rows rows, int x0, int columns, Tile<T>& tile) {
  for (int x = 0; x < columns; ++x) {
    std::copy_n(job.input.row<T>(x0 + x) + rows.begin, rows.count(), tile.column[x]);
  }
  for (int y = 0; y < rows.count(); ++y) {
    T* const __restrict out = job.output.row<T>(rows.begin + y) + x0;
    for (int x = 0; x < columns; ++x) out[x] = tile.column[x][y];
  }
}

template <class T>
void transpose_run(const MapJob& job, Rows rows) {
  const int width = job.output.size.width;
  Tile<T>& tile = *room_of_thread<Tile<T>>(job);
  for (int x = 0; x < width; x += edge<T>) {
    for (int y = rows.begin; y < rows.end && !job.cancelled(); y += edge<T>) {
      transpose_tile<T>(job, {y, std::min(y + edge<T>, rows.end)}, x, std::min(edge<T>, width - x), tile);
    }
  }
}

void run(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    parallel_runs(job, job.tunables[0], [&](Rows rows) { transpose_run<T>(job, rows); });
  });
}

}  // namespace

extern const Variant omp_blocked;
const Variant omp_blocked{.processor = Processor::cpu,
                          .summary = "OpenMP: tiles that fit into the L1 cache; each thread has its own rows.",
                          .knobs = {.precisions = both_precisions, .threads = true, .tunables = tunables},
                          .run = run,
                          .scratch_bytes = bytes_of_rooms<Tile>};

}  // namespace heteroscope::transpose
