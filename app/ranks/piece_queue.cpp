#include "app/ranks/piece_queue.hpp"

#include <algorithm>
#include <utility>

namespace heteroscope {

PieceQueue::PieceQueue(std::int64_t begun, std::int64_t count, std::int64_t window, std::vector<double> costs)
    : next_(begun), count_(count), window_(window), costs_(std::move(costs)) {}

std::optional<std::int64_t> PieceQueue::take(std::int64_t written) {
  if (next_ < count_ && count_ <= written + window_) {
    for (; next_ < count_; ++next_) last_.push_back(next_);
    std::ranges::reverse(last_);
    const std::int64_t before = count_ - static_cast<std::int64_t>(costs_.size());
    const auto cost = [&](std::int64_t piece) {
      return piece < before ? 0 : costs_[static_cast<std::size_t>(piece - before)];
    };
    std::ranges::stable_sort(last_, {}, cost);
  }
  if (!last_.empty()) {
    const std::int64_t piece = last_.back();
    last_.pop_back();
    return piece;
  }
  if (next_ < count_ && next_ < written + window_) return next_++;
  return std::nullopt;
}

}  // namespace heteroscope
