#pragma once

#include <cstdint>
#include <vector>

namespace heteroscope {

/// A thread block's life as the GPU saw it. Times are the device's global timer, in ns.
struct BlockRecord {
  std::uint32_t block = 0;  ///< linear index in its launch
  std::uint32_t multiprocessor = 0;
  std::uint64_t start_ns = 0;
  std::uint64_t end_ns = 0;
};

/// A piece of rows as one CPU thread computed it. Times are the steady clock's, in ns.
struct ChunkRecord {
  std::int32_t row = 0;
  std::int32_t thread = 0;
  std::uint64_t start_ns = 0;
  std::uint64_t end_ns = 0;
};

/// Which block or thread computed which piece, where, from when to when. Empty unless it was asked for.
struct Trace {
  std::vector<BlockRecord> blocks;
  std::vector<ChunkRecord> chunks;
  std::uint64_t dropped_blocks = 0;  ///< that did not fit the device's buffer
};

/// Where blocks of a traced launch write their records: device memory. `records` is null when tracing is off.
struct BlockSink {
  BlockRecord* records = nullptr;
  std::uint32_t* used = nullptr;
  std::uint32_t capacity = 0;
};

/// Where CPU threads write theirs: one list a thread, so that they never share.
class ChunkSink {
 public:
  explicit ChunkSink(int threads) : lists_(static_cast<std::size_t>(threads)) {}
  void add(int thread, int row, std::uint64_t start_ns, std::uint64_t end_ns) {
    lists_[static_cast<std::size_t>(thread)].push_back({row, thread, start_ns, end_ns});
  }
  [[nodiscard]] std::vector<ChunkRecord> collect() const;

 private:
  std::vector<std::vector<ChunkRecord>> lists_;
};

/// Now on the steady clock, ns.
std::uint64_t steady_ns();

}  // namespace heteroscope
