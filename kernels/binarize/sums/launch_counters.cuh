#pragma once

#include <algorithm>
#include <array>
#include <mutex>

#include "core/model/job.hpp"

namespace heteroscope::binarize {

/// Gives every stream a number of its own, below `Counters`. Launches in one stream run in order, so a counter for each
/// stream that every launch leaves at 0 need not be reset before the next one. The address of a stream is reused only
/// after the stream is destroyed, and execute() waits for its work before that.
template <int Counters>
class CounterOfStream {
 public:
  /// −1 if all numbers have been given away.
  int operator()(CUstream_st* stream) {
    const std::lock_guard lock(mutex_);
    const auto end = streams_.begin() + given_;
    if (const auto found = std::find(streams_.begin(), end, stream); found != end)
      return static_cast<int>(found - streams_.begin());
    if (given_ == Counters) return -1;
    streams_[static_cast<std::size_t>(given_)] = stream;
    return given_++;
  }

 private:
  std::mutex mutex_;
  std::array<CUstream_st*, Counters> streams_{};
  int given_ = 0;
};

}  // namespace heteroscope::binarize
