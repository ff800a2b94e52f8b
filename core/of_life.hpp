#pragma once

#include "core/device.hpp"

namespace heteroscope::device {

/// What is kept on the device for as long as that lives: after it was started again it is a new, empty one, since the
/// old one went with the context.
template <class T>
class OfLife {
 public:
  T& get() {
    if (life_ != life()) kept_ = T{};
    life_ = life();
    return kept_;
  }

 private:
  T kept_{};
  unsigned life_ = life();
};

}  // namespace heteroscope::device
