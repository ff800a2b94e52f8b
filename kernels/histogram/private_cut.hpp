#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/host_device.hpp"

// How the values are cut for cuda_private, and where its counters lie.

namespace heteroscope::histogram {

inline constexpr int warp = 32;
inline constexpr int most_in_a_byte = 255;

/// How the blocks of one kind of counters are cut; a block a multiprocessor.
struct Cut {
  int loads;  ///< of 16 bytes, that a thread has under way
  int warps;  ///< of a block, at most
};
inline constexpr Cut register_cut{4, 32};
inline constexpr Cut column_cut{8, 20};
/// Shared memory of a block of columns, at most. What is left of the multiprocessor's is its cache, through which what
/// is under way must pass; with many bins, more warps are worth more than that.
inline constexpr int shared_bytes_wanted = 163 * 1024;
inline constexpr int many_bins = 256;  // above, all shared memory is taken
inline constexpr int least_tiles = 4;  // for a warp, where there are fewer than all warps could take

template <class T>
constexpr int values_a_load = 16 / sizeof(T);

/// Values that a warp loads at once.
template <class T, int Loads>
constexpr int tile_size() {
  return warp * Loads * values_a_load<T>;
}

/// Where the counters of RegisterCounters and ColumnCounters (private_counters.cuh) lie in shared memory.
struct RegisterPlaces {
  static constexpr int most_bins = 8;
  HETEROSCOPE_HD static constexpr int bytes_a_warp(int) { return 0; }
};

/// A warp has rows of 32 words, a row for every four bins; a lane's bytes lie in its column, which is its bank.
struct ColumnPlaces {
  HETEROSCOPE_HD static constexpr int rows(int bins) { return (bins + 3) / 4; }
  HETEROSCOPE_HD static constexpr int bytes_a_warp(int bins) { return rows(bins) * warp * 4; }
  /// Of a bin's byte, from its lane's column.
  HETEROSCOPE_HD static constexpr unsigned place(unsigned bin) { return bin / 4 * (warp * 4) + bin % 4; }
};

/// Counters of 32 bits that a block has for all of its warps, with those to the next multiple of 32 bytes.
HETEROSCOPE_HD constexpr int padded_bins(int bins) {
  return (bins + 7) / 8 * 8;
}

/// Warps of a block. `for_warp`: bytes of shared memory that each has of its own; `most_shared`: that a block may have.
/// With little to do, warps that would only empty their counters cost more than they bring.
inline int warps_of_block(const Cut& cut, int bins, int for_warp, int most_shared, std::int64_t tiles,
                          std::int64_t blocks) {
  const int for_block = padded_bins(bins) * static_cast<int>(sizeof(std::uint32_t));
  int warps = cut.warps;
  if (for_warp > 0) {
    const int shared = bins > many_bins ? most_shared : std::min(shared_bytes_wanted, most_shared);
    warps = std::clamp((shared - for_block) / for_warp, 1, cut.warps);
  }
  const std::int64_t busy = (tiles + blocks * least_tiles - 1) / (blocks * least_tiles);
  return static_cast<int>(std::clamp<std::int64_t>(busy, 1, warps));
}

}  // namespace heteroscope::histogram
