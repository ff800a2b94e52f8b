#pragma once

#include <cstdint>

namespace heteroscope {

/// A thread block's life as the GPU saw it. Times are the device's global timer, in ns.
struct BlockRecord {
  std::uint32_t block = 0;   ///< linear index in its grid, along x first
  std::uint32_t launch = 0;  ///< which of the frame's grids, where a variant numbers them
  std::uint32_t multiprocessor = 0;
  std::uint32_t unused = 0;  ///< in the place of padding: records are copied whole, and no byte of them is unwritten
  std::uint64_t start_ns = 0;
  std::uint64_t end_ns = 0;
};

/// Where blocks of a traced launch write their records: device memory. `records` is null when tracing is off.
struct BlockSink {
  BlockRecord* records = nullptr;
  std::uint32_t* used = nullptr;
  std::uint32_t capacity = 0;
  std::uint32_t launch = 0;       ///< of the records' grid
  std::uint32_t first_block = 0;  ///< of that grid: a launch may be a part of it
};

}  // namespace heteroscope
