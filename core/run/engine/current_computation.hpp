#pragma once

#include <stop_token>

#include "core/base/watch.hpp"

namespace heteroscope {

/// An engine's computation that is under way, and for how long it may go on when something newer is asked for.
class CurrentComputation {
 public:
  /// One begins. Returns what tells it to stop.
  std::stop_token begin(double patience_ms) {
    stop_ = {};
    running_ = true;
    since_ = Watch();
    patience_ms_ = patience_ms;
    return stop_.get_token();
  }
  void end() { running_ = false; }
  void stop() { stop_.request_stop(); }
  /// Whether one is under way that makes room for something newer.
  [[nodiscard]] bool makes_room() const { return running_ && since_.ms() >= patience_ms_; }

 private:
  bool running_ = false;
  Watch since_;
  double patience_ms_ = 0;
  std::stop_source stop_;
};

}  // namespace heteroscope
