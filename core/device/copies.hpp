#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/device/device.hpp"

namespace heteroscope::device {

/// A copy, with events ahead of it and behind it on its stream.
struct TappedCopy {
  TappedCopy(Direction way, std::size_t size) : direction(way), bytes(size) {}
  Direction direction;
  std::size_t bytes;
  Event begin;
  Event end;
  bool ended = false;  ///< both events are recorded
};

/// While it lives, copies on these streams are noted, whichever thread asks for them; those of others are not. What
/// asks for copies on them must have returned before the notes are read.
class CopyTap {
 public:
  explicit CopyTap(std::span<const Stream* const> streams);
  ~CopyTap();
  CopyTap(const CopyTap&) = delete;
  CopyTap& operator=(const CopyTap&) = delete;
  /// Notes no more; what was noted.
  [[nodiscard]] std::vector<std::shared_ptr<TappedCopy>> close();

  /// To be called before a copy is requested; null if nobody observes that stream.
  static std::shared_ptr<TappedCopy> begin(Direction direction, std::size_t bytes, const Stream& stream);
  /// To be called after the copy was requested.
  static void end(TappedCopy* copy, const Stream& stream);

 private:
  struct Taps;
  std::vector<const Stream*> streams_;
  std::vector<std::shared_ptr<TappedCopy>> copies_;  // guarded by the taps' mutex
};

}  // namespace heteroscope::device
