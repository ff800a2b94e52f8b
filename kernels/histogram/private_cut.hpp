#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/host_device.hpp"

// How cuda_private divides the values, and where its counters lie.

namespace heteroscope::histogram {

inline constexpr int warp = 32;
inline constexpr int most_in_a_byte = 255;

/// The shape of blocks for one kind of counters; a multiprocessor has one block.
struct Cut {
  int loads;  ///< of 16 bytes, that a thread has under way
  int warps;  ///< of a block, at most
};
inline constexpr Cut register_cut{4, 32};
inline constexpr Cut column_cut{8, 20};
/// The shared memory that a block of columns takes at most. What is left of the multiprocessor's memory is its cache,
/// through which all loads under way must pass; with many bins more warps are worth more than that.
inline constexpr int shared_bytes_wanted = 163 * 1024;
inline constexpr int many_bins = 256;  // above this number all shared memory is taken
inline constexpr int least_tiles = 4;  // for a warp, if there are fewer tiles than all warps could take

template <class T>
constexpr int values_a_load = 16 / sizeof(T);

/// The number of values that a warp loads at once.
template <class T, int Loads>
constexpr int tile_size() {
  return warp * Loads * values_a_load<T>;
}

/// Where the counters of RegisterCounters and ColumnCounters (private_counters.cuh) lie in shared memory.
struct RegisterPlaces {
  static constexpr int most_bins = 8;
  HETEROSCOPE_HD static constexpr int bytes_a_warp(int) { return 0; }
};

/// A warp has rows of 32 words, a row for every four bins; the bytes of a lane lie in its own column, and so in its own
/// bank.
struct ColumnPlaces {
  HETEROSCOPE_HD static constexpr int rows(int bins) { return (bins + 3) / 4; }
  HETEROSCOPE_HD static constexpr int bytes_a_warp(int bins) { return rows(bins) * warp * 4; }
  /// The offset of a bin's byte from its lane's column.
  HETEROSCOPE_HD static constexpr unsigned place(unsigned bin) { return bin / 4 * (warp * 4) + bin % 4; }
};

/// The number of 32-bit counters that the warps of a block share, rounded up to a multiple of 32 bytes.
HETEROSCOPE_HD constexpr int padded_bins(int bins) {
  return (bins + 7) / 8 * 8;
}

/// The number of warps of a block. `for_warp` is the shared memory in bytes that each warp has of its own,
/// `most_shared` what a block may have. If there is little work, there are fewer warps: those that merely empty their
/// counters cost more than they bring.
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
