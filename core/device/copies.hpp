#pragma once

#include <cstddef>
#include <deque>
#include <mutex>

#include "core/device/device.hpp"

namespace heteroscope::device {

/// A copy that was asked for, with events ahead of it and behind it on its stream.
struct TappedCopy {
  TappedCopy(Direction way, std::size_t size) : direction(way), bytes(size) {}
  Direction direction;
  std::size_t bytes;
  Event begin;
  Event end;
};

/// While it lives, copies on streams of the GPU that is in use when it is made are noted, whichever thread asks for
/// them. One of a GPU at a time; what a second one would note it does not.
class CopyTap {
 public:
  CopyTap();
  ~CopyTap();
  CopyTap(const CopyTap&) = delete;
  CopyTap& operator=(const CopyTap&) = delete;
  /// Notes no more. What was noted stays until this object goes.
  void close();
  /// Of a closed one.
  [[nodiscard]] const std::deque<TappedCopy>& copies() const { return copies_; }

  /// Stands around a copy where it is asked for: nothing is done unless a tap is open there.
  class Around {
   public:
    Around(Direction direction, std::size_t bytes, const Stream& stream);
    ~Around() noexcept(false);
    Around(const Around&) = delete;
    Around& operator=(const Around&) = delete;

   private:
    TappedCopy* copy_ = nullptr;
    const Stream& stream_;
  };

 private:
  int device_;
  std::mutex mutex_;
  std::deque<TappedCopy> copies_;
};

}  // namespace heteroscope::device
