#include "core/trace.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>

namespace heteroscope {

std::vector<ChunkRecord> ChunkSink::collect() const {
  std::vector<ChunkRecord> all;
  for (const auto& list : lists_) all.insert(all.end(), list.begin(), list.end());
  std::sort(all.begin(), all.end(), [](const ChunkRecord& a, const ChunkRecord& b) {
    return std::tie(a.start_ns, a.thread, a.row) < std::tie(b.start_ns, b.thread, b.row);
  });
  return all;
}

std::uint64_t steady_ns() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

}  // namespace heteroscope
