#pragma once

#include <deque>
#include <mutex>
#include <optional>

#include "core/device/device.hpp"

namespace heteroscope {

/// A value for each card, whatever numbers it has as a GPU, made at its first use there and kept to the process's end:
/// at exit the driver may be gone before it. Threads can share it.
template <class T>
class PerGpu {
 public:
  /// The value of the card in use, which `make()` gives where there is none; what it throws leaves none.
  template <class Make>
  T& get(Make make) {
    const auto index = static_cast<std::size_t>(device::Use::card_in_use());
    const std::lock_guard lock(mutex_);
    if (index >= of_.size()) of_.resize(index + 1);
    if (!of_[index]) of_[index].emplace(make());
    return *of_[index];
  }

 private:
  std::mutex mutex_;
  std::deque<std::optional<T>> of_;  ///< by card; what it holds stays where it is
};

}  // namespace heteroscope
