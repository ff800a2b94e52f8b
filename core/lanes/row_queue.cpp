#include "core/lanes/row_queue.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

// Nothing is known of a lane: so little that even the slowest does not keep the others waiting.
constexpr int first_of_gpus = 64;
constexpr int first_of_cpu = 256;
constexpr double least_ms_of_gpu = 0.1;   // a launch and its end are small beside it
constexpr double least_ms_of_cpu = 0.15;  // the start of the threads is
constexpr double most_ms = 8;             // a cancel takes effect between two pieces
constexpr double share_of_rest = 0.35;    // that lanes need together
constexpr int least_pieces = 12;          // of a frame: rows further on may cost many times what those before them did

}  // namespace

RowQueue::RowQueue(int rows, std::span<const Lane> lanes, int threads) : left_{0, rows}, all_(rows), threads_(threads) {
  for (const Lane& each : lanes) takers_.push_back({.from_top = each.is_gpu()});
  gpus_ = static_cast<int>(std::ranges::count_if(lanes, &Lane::is_gpu));
}

int RowQueue::wanted(const Taker& taker) const {
  if (taker.rate == 0) return taker.from_top ? all_ / (first_of_gpus * gpus_) : std::max(all_ / first_of_cpu, threads_);
  double together = 0;
  bool all_known = true;
  for (const Taker& each : takers_) {
    together += each.rate;
    all_known &= each.rate > 0;
  }
  // who takes pieces alone so far cannot know what the others are worth
  const double least_ms = taker.from_top ? least_ms_of_gpu : least_ms_of_cpu;
  const double ms = std::clamp(share_of_rest * left_.count() / together, least_ms, most_ms);
  const int most = std::min(left_.count(), std::max(all_ / least_pieces, threads_));
  const int rows = static_cast<int>(std::min(taker.rate * ms, static_cast<double>(most)));
  return all_known ? rows : std::min(rows, 2 * taker.last);
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
