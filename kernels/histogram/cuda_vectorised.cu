#include <algorithm>

#include "core/base/ceil_div.hpp"
#include "core/device/device.hpp"
#include "kernels/histogram/block_counters.cuh"
#include "kernels/histogram/tiled_count.cuh"

namespace heteroscope::histogram {
namespace {

constexpr Cut cut{4, 32};

/// The histogram of cuda_shared, with loads of 16 bytes that are under way while the values before them are counted,
/// and one block a multiprocessor, so that few histograms are added. Where the bins are too many for a block's shared
/// memory, the values are read once for each part of them. Measured on an NVIDIA H200 (2026-11-29, MEASURED.md) at
/// 16384²: 0.270 ms in fp32 and 0.495 ms in fp64 with 256 bins, 0.271 and 0.500 ms with 4096, 0.582 and 1.027 ms with
/// 65,536.
void run(const ReduceJob& job) {
  const device::Facts& gpu = device::facts();
  const int most_bins = static_cast<int>(gpu.shared_bytes_per_block / sizeof(std::uint32_t)) / 8 * 8;
  const int passes = ceil_div(job.partial_count, most_bins);
  const int bins_a_pass = padded_bins(ceil_div(job.partial_count, passes));
  with_kernel(job, [&]<class T, Tracing How>(const auto& bins) {
    const Tiles<T> tiles = tiles_of<T, cut.loads>(run_of<T>(job));
    const unsigned blocks =
        blocks_for(tiles.run.size, gpu.multiprocessors, std::int64_t{cut.warps} * tile_size<T, cut.loads>());
    for (int first = 0; first < job.partial_count; first += bins_a_pass) {
      launch_tiles<T, BlockCounters, cut, How>(job, bins,
                                               {.tiles = tiles,
                                                .blocks = blocks,
                                                .warps = cut.warps,
                                                .bins = std::min(bins_a_pass, job.partial_count - first),
                                                .first_bin = first});
    }
  });
}

}  // namespace

extern const Variant cuda_vectorised;
const Variant cuda_vectorised{.processor = Processor::gpu,
                              .summary =
                                  "CUDA: cuda_shared with loads of 16 bytes, which are under way while earlier values "
                                  "are counted; as fast with one bin as with tens of thousands.",
                              .knobs = {.precisions = all_precisions, .memory_kinds = all_memory_kinds},
                              .run = run};

}  // namespace heteroscope::histogram
