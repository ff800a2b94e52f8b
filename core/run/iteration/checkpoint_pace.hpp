#pragma once

#include <cstdint>

#include "core/base/watch.hpp"

namespace heteroscope {

class Peers;

/// At which steps an iteration's state is to be kept, so that one is every so many milliseconds. It cannot look at the
/// clock after each step, which may take a microsecond, and peers have to keep it at the same one: all look at steps
/// that follow from what those before have taken, at the slowest of them.
class CheckpointPace {
 public:
  /// `step`: at which it begins. `peers`: those that share it; null: it is alone.
  CheckpointPace(double every_ms, std::int64_t step, Peers* peers);

  /// The step after which due() is to be asked.
  [[nodiscard]] std::int64_t next() const { return next_; }
  /// Whether the state is to be kept now. All peers ask at the same step.
  bool due(std::int64_t step);
  /// It is.
  void kept();
  /// Whether all peers say yes. All ask at the same step. Where one does not, they have agreed on the end: what each
  /// still does for it, such as writing, is waited for.
  [[nodiscard]] bool all(bool own);

 private:
  double every_ms_;
  Peers* peers_;
  Watch since_;             ///< it was kept
  double looked_ms_ = 0;    ///< of since_, at the slowest of them, when they looked last
  std::int64_t looked_at_;  ///< that step
  std::int64_t next_;
};

}  // namespace heteroscope
