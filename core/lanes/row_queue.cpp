#include "core/lanes/row_queue.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

// Nothing is known of a lane: so little that even the slowest does not keep the others waiting.
constexpr int first_of_gpus = 128;
constexpr int first_of_cpu = 256;
constexpr double least_ms_of_gpu = 0.05;  // a launch and its end are small beside it
constexpr double least_ms_of_cpu = 0.03;  // looking around between two pieces is
constexpr double most_ms = 8;             // a cancel takes effect between two pieces
constexpr double share_of_rest = 0.35;    // of what the lanes still need together: all that a GPU has not ended
constexpr double looks_at_gpus = 4;       // in that time at least, when a thread of the CPU has ended a piece
constexpr int least_parts = 12;           // of a frame: rows further on may cost many times what those before them did

}  // namespace

RowQueue::RowQueue(int rows, std::span<const Lane> lanes, int of_gpu, int of_cpu) : left_{0, rows}, all_(rows) {
  gpus_ = static_cast<int>(std::ranges::count_if(lanes, &Lane::is_gpu));
  for (const Lane& each : lanes)
    takers_.push_back({.from_top = each.is_gpu(), .at_once = each.is_gpu() ? of_gpu : of_cpu});
}

int RowQueue::wanted(const Taker& taker) const {
  if (taker.rate == 0) return all_ / (taker.from_top ? first_of_gpus * gpus_ : first_of_cpu * taker.at_once);
  double together = 0;
  bool all_known = true;
  for (const Taker& each : takers_) {
    together += each.rate;
    all_known &= each.rate > 0;
  }
  const double ms = share_of_rest * left_.count() / together;
  // a GPU's pieces are computed one after the other or share it, the CPU's each by a thread
  const double rows = taker.from_top
                          ? taker.rate * std::clamp(ms / taker.at_once, least_ms_of_gpu, most_ms)
                          : taker.rate / taker.at_once * std::clamp(ms / looks_at_gpus, least_ms_of_cpu, most_ms);
  const int out = static_cast<int>(std::min(rows, static_cast<double>(all_) / least_parts / taker.at_once));
  // who takes pieces alone so far cannot know what the others are worth
  return all_known ? out : std::min(out, 2 * taker.last);
}

Rows RowQueue::take(std::size_t lane) {
  const std::lock_guard lock(mutex_);
  if (left_.empty()) return {};
  Taker& taker = takers_[lane];
  const int count = std::clamp(wanted(taker), 1, left_.count());
  taker.last = count;
  const Rows piece = taker.from_top ? Rows{left_.begin, left_.begin + count} : Rows{left_.end - count, left_.end};
  (taker.from_top ? left_.begin : left_.end) = taker.from_top ? piece.end : piece.begin;
  if (!taker.rows.empty() && taker.rows.back().end == piece.begin) {
    taker.rows.back().end = piece.end;
  } else if (!taker.rows.empty() && taker.rows.back().begin == piece.end) {
    taker.rows.back().begin = piece.begin;
  } else {
    taker.rows.push_back(piece);
  }
  return piece;
}

void RowQueue::took(std::size_t lane, int rows, double ms) {
  const std::lock_guard lock(mutex_);
  takers_[lane].rate = rows / std::max(ms, 1e-6);
}

void RowQueue::stop() {
  const std::lock_guard lock(mutex_);
  left_.begin = left_.end;
}

Taken RowQueue::taken() const {
  const std::lock_guard lock(mutex_);
  Taken out;
  for (const Taker& each : takers_) out.push_back(each.rows);
  return out;
}

}  // namespace heteroscope
