#include "app/ranks/piece_queue.hpp"

#include <algorithm>
#include <utility>

namespace heteroscope {

PieceQueue::PieceQueue(std::int64_t begun, std::int64_t count, std::int64_t window, std::vector<double> costs)
    : next_(begun), count_(count), window_(window), costs_(std::move(costs)) {}

std::optional<std::int64_t> PieceQueue::take(std::int64_t written) {
  const auto known = static_cast<std::int64_t>(costs_.size());
  if (next_ < count_ && count_ <= written + window_ && count_ - next_ <= known) {
    for (; next_ < count_; ++next_) last_.push_back(next_);
    std::ranges::reverse(last_);
    std::ranges::stable_sort(
        last_, {}, [&](std::int64_t piece) { return costs_[static_cast<std::size_t>(piece - (count_ - known))]; });
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
