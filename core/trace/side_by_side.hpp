#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace heteroscope {

/// Tracks for things that last, so that those at the same time stand side by side: as few as there can be.
template <class Time>
class SideBySide {
 public:
  /// The lowest track that is free from `from` on, which is not before the last one's.
  std::uint32_t place(Time from, Time to) {
    while (!under_way_.empty() && under_way_.top().first <= from) {
      free_.push(under_way_.top().second);
      under_way_.pop();
    }
    std::uint32_t track = tracks_;
    if (free_.empty()) {
      ++tracks_;
    } else {
      track = free_.top();
      free_.pop();
    }
    under_way_.emplace(to, track);
    return track;
  }
  [[nodiscard]] std::uint32_t tracks() const { return tracks_; }

 private:
  template <class T>
  using Least = std::priority_queue<T, std::vector<T>, std::greater<>>;

  Least<std::pair<Time, std::uint32_t>> under_way_;  ///< by end
  Least<std::uint32_t> free_;
  std::uint32_t tracks_ = 0;
};

}  // namespace heteroscope
