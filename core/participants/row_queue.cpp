#include "core/participants/row_queue.hpp"

#include <algorithm>
#include <mutex>

namespace heteroscope {

namespace {

// Nothing is known of a participant: so little that even the slowest does not keep the others waiting. The CPU's first
// pieces are a row for each of its threads.
constexpr int first_of_gpus = 128;
constexpr double least_ms_of_gpu = 0.1;   // a launch and its end are small beside it
constexpr double least_ms_of_cpu = 0.03;  // looking around between two pieces is
constexpr double most_ms = 8;             // a cancel takes effect between two pieces
constexpr double delays_a_piece = 4;      // that a piece takes at least, where each has a delay
constexpr double looks_at_gpus = 4;       // in that time at least, when a thread of the CPU has ended a piece

// The rows that a participant has taken and not ended are limited to this share of what is left, and of the frame,
// whose later rows may cost many times as much as those before. A participant that is k times as fast as all others
// together may have k times as much: what the others lose by it is then worth no more.
constexpr double share_of_rest = 0.175;
constexpr double least_share_of_rest = 0.35;
constexpr double most_share_of_rest = 0.9;
constexpr double share_of_frame = 0.04;
constexpr double least_share_of_gpus = 0.25;  // few launches: the CPU computes more slowly beside many
constexpr double least_share_of_cpu = 1 / 12.0;

}  // namespace

RowQueue::RowQueue(int rows, std::span<const Participant> participants, int of_gpu, int of_cpu)
    : left_{0, rows}, all_(rows) {
  for (const Participant& each : participants) {
    const int at_once = each.is_elsewhere() ? 1 : each.is_gpu() ? of_gpu : of_cpu;
    takers_.push_back({.from_top = !each.is_cpu_here(), .at_once = at_once});
  }
  from_top_ = static_cast<int>(std::ranges::count_if(takers_, &Taker::from_top));
}

void RowQueue::set_delay(std::size_t participant, double ms) {
  const std::lock_guard lock(lock_);
  takers_[participant].delay_ms = ms;
}

int RowQueue::wanted(const Taker& taker) const {
  if (taker.rate == 0) return taker.from_top ? all_ / (first_of_gpus * from_top_) : 1;
  double together = 0;
  bool all_known = true;
  for (const Taker& each : takers_) {
    together += each.rate;
    all_known &= each.rate > 0;
  }
  // who takes pieces alone so far cannot know what the others are worth
  const double least_share = taker.from_top ? least_share_of_gpus : least_share_of_cpu;
  if (!all_known) return std::min(2 * taker.last, static_cast<int>(all_ * least_share) / taker.at_once);
  const double others = std::max(together - taker.rate, 1e-3 * together);
  const double of_rest = std::clamp(share_of_rest * together / others, least_share_of_rest, most_share_of_rest);
  const double of_frame = std::max(share_of_frame * taker.rate / others, least_share);
  const double ms = of_rest * left_.count() / together;
  // a GPU's pieces are computed one after the other or share it, the CPU's each by a thread
  const double rate = taker.from_top ? taker.rate : taker.rate / taker.at_once;
  const double least = std::max(taker.from_top ? least_ms_of_gpu : least_ms_of_cpu, delays_a_piece * taker.delay_ms);
  const double pieces = taker.from_top ? taker.at_once : looks_at_gpus;
  return static_cast<int>(
      std::min(rate * std::clamp(ms / pieces, least, std::max(most_ms, least)), of_frame * all_ / taker.at_once));
}

Rows RowQueue::take(std::size_t participant) {
  const std::lock_guard lock(lock_);
  if (left_.empty()) return {};
  Taker& taker = takers_[participant];
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

void RowQueue::took(std::size_t participant, int rows, double ms) {
  const std::lock_guard lock(lock_);
  takers_[participant].rate = rows / std::max(ms, 1e-6);
}

void RowQueue::stop() {
  const std::lock_guard lock(lock_);
  left_.begin = left_.end;
}

Taken RowQueue::taken() const {
  const std::lock_guard lock(lock_);
  Taken out;
  for (const Taker& each : takers_) out.push_back(each.rows);
  return out;
}

}  // namespace heteroscope
