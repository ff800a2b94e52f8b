#include <algorithm>

#include "core/device/device.hpp"
#include "kernels/histogram/private_counters.cuh"
#include "kernels/histogram/tiled_count.cuh"

// Counts by tiles with counters of each thread. Measured on an NVIDIA H200 (docs/performance.md) at 16384²: 0.249 ms in
// fp32 and 0.502 ms in fp64 with 8 bins, 0.255 and 0.509 ms with 256, whatever the values; with 4096 bins, whose
// counters leave room for one warp a multiprocessor, 7.5 ms. cuda_vectorised takes 0.24 ms with each of them.

namespace heteroscope::histogram {
namespace {

constexpr Cut register_cut{4, 32};
constexpr Cut column_cut{8, 20};
/// The shared memory that a block of columns takes at most. What is left of the multiprocessor's memory is its cache,
/// through which all loads under way must pass; with many bins more warps are worth more than that.
constexpr int shared_bytes_wanted = 163 * 1024;
constexpr int many_bins = 256;  // above this number all shared memory is taken
constexpr int least_tiles = 4;  // for a warp, if there are fewer tiles than all warps could take

/// The number of warps of a block. `for_warp` is the shared memory in bytes that each warp has of its own. If there is
/// little work, there are fewer warps: those that merely empty their counters cost more than they bring.
int warps_of_block(const Cut& cut, int bins, int for_warp, std::int64_t tiles, std::int64_t blocks) {
  const int most_shared = static_cast<int>(device::facts().shared_bytes_per_block);
  const int for_block = padded_bins(bins) * static_cast<int>(sizeof(std::uint32_t));
  int warps = cut.warps;
  if (for_warp > 0) {
    const int shared = bins > many_bins ? most_shared : std::min(shared_bytes_wanted, most_shared);
    warps = std::clamp((shared - for_block) / for_warp, 1, cut.warps);
  }
  const std::int64_t busy = (tiles + blocks * least_tiles - 1) / (blocks * least_tiles);
  return static_cast<int>(std::clamp<std::int64_t>(busy, 1, warps));
}

template <class T, class Counters, Cut cut, Tracing How, class Bins>
void launch(const ReduceJob& job, const Bins& bins) {
  const Tiles<T> tiles = tiles_of<T, cut.loads>(run_of<T>(job));
  const unsigned blocks = blocks_for(tiles.run.size, device::facts().multiprocessors, tile_size<T, cut.loads>());
  const int warps =
      warps_of_block(cut, job.partial_count, Counters::bytes_a_warp(job.partial_count), tiles.tiles, blocks);
  launch_tiles<T, Counters, cut, How>(job, bins,
                                      {.tiles = tiles, .blocks = blocks, .warps = warps, .bins = job.partial_count});
}

void run(const ReduceJob& job) {
  with_kernel(job, [&]<class T, Tracing How>(const auto& bins) {
    if (job.partial_count <= RegisterCounters::most_bins) {
      launch<T, RegisterCounters, register_cut, How>(job, bins);
    } else {
      launch<T, ColumnCounters, column_cut, How>(job, bins);
    }
  });
}

/// A block has its 32-bit counters in shared memory, and at least one warp with a byte for each lane and bin.
std::string unfit(const std::any& parameters, const Extent&, bool, const device::Facts& facts) {
  constexpr std::size_t bytes_a_bin = sizeof(std::uint32_t) + warp;
  return beyond_shared(std::any_cast<const Parameters&>(parameters).bins, bytes_a_bin, facts.shared_bytes_per_block);
}

}  // namespace

extern const Variant cuda_private;
const Variant cuda_private{
    .processor = Processor::gpu,
    .summary =
        "CUDA: each thread has its own 8-bit counters, in a register or in its own bank of shared "
        "memory, without atomic additions.",
    .knobs = {.precisions = all_precisions, .memory_kinds = all_memory_kinds},
    .run = run,
    .unfit = unfit};

}  // namespace heteroscope::histogram
