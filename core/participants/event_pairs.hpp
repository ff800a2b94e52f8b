#pragma once

#include <cstddef>
#include <deque>

#include "core/device/device.hpp"

namespace heteroscope {

/// Pairs of events around what a stream does at times: where it waits for others, or copies. They are kept from one use
/// to the next, as events take long to make; those of a GPU are made while it is in use.
class EventPairs {
 public:
  struct Pair {
    device::Event begin;
    device::Event end;
  };
  void clear() { used_ = 0; }
  Pair& next();
  /// The time between the events of all pairs since clear(), in ms, once they have ended.
  [[nodiscard]] double ms() const;

 private:
  std::deque<Pair> all_;
  std::size_t used_ = 0;
};

}  // namespace heteroscope
