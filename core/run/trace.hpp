#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "core/run/block_trace.hpp"

namespace heteroscope {

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
  std::uint64_t dropped_chunks = 0;  ///< of threads that had most_traced_chunks already
};

/// What a thread records at most: a picture has fewer rows, an iteration may take any number of steps.
inline constexpr std::size_t most_traced_chunks = std::size_t{1} << 20;

/// Where CPU threads write theirs: one list a thread, so that they never share.
class ChunkSink {
 public:
  explicit ChunkSink(int threads) : lists_(static_cast<std::size_t>(threads)) {}
  /// Called in parallel regions: where there is no memory for a record, it is one of those that did not fit.
  void add(int thread, int row, std::uint64_t start_ns, std::uint64_t end_ns) noexcept {
    List& list = lists_[static_cast<std::size_t>(thread)];
    if (list.records.size() >= most_traced_chunks) {
      ++list.dropped;
      return;
    }
    try {
      list.records.push_back({row, thread, start_ns, end_ns});
    } catch (const std::bad_alloc&) {
      ++list.dropped;
    }
  }
  /// What a sink for one thread has recorded, as this thread's.
  void take_over(int thread, const ChunkSink& of_one);
  /// What was recorded, by time.
  [[nodiscard]] std::vector<ChunkRecord> collect() const;
  /// How many did not fit.
  [[nodiscard]] std::uint64_t dropped() const;

 private:
  struct List {
    std::vector<ChunkRecord> records;
    std::uint64_t dropped = 0;
  };
  std::vector<List> lists_;
};

/// Now on the steady clock, ns.
std::uint64_t steady_ns();

}  // namespace heteroscope
