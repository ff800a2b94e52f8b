#include "core/run/trace.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>

namespace heteroscope {

std::uint64_t ChunkSink::dropped() const {
  std::uint64_t sum = 0;
  for (const List& list : lists_) sum += list.dropped;
  return sum;
}

void ChunkSink::take_over(int thread, const ChunkSink& of_one) {
  for (const ChunkRecord& each : of_one.lists_.front().records) add(thread, each.row, each.start_ns, each.end_ns);
  lists_[static_cast<std::size_t>(thread)].dropped += of_one.lists_.front().dropped;
}

std::vector<ChunkRecord> ChunkSink::collect() const {
  std::vector<ChunkRecord> all;
  for (const List& list : lists_) all.insert(all.end(), list.records.begin(), list.records.end());
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
