#pragma once

#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace heteroscope {

/// Makes one thing at a time on a thread of its own; what is asked while it works is asked again by the caller.
template <class Made>
class SingleTask {
 public:
  SingleTask() = default;
  SingleTask(const SingleTask&) = delete;
  SingleTask& operator=(const SingleTask&) = delete;

  [[nodiscard]] bool busy() const {
    const std::lock_guard lock(mutex_);
    return busy_;
  }
  /// `make` returns what is made, and throws nothing. Does nothing while busy.
  template <class Make>
  void start(Make make) {
    {
      const std::lock_guard lock(mutex_);
      if (busy_) return;
      busy_ = true;
      made_.reset();
    }
    thread_ = std::jthread([this, make = std::move(make)]() mutable {
      Made made = make();
      const std::lock_guard lock(mutex_);
      made_ = std::move(made);
      busy_ = false;
    });
  }
  /// What has been made, once.
  std::optional<Made> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(made_, std::nullopt);
  }

 private:
  mutable std::mutex mutex_;
  bool busy_ = false;
  std::optional<Made> made_;
  std::jthread thread_;  // last: joined before what it writes to goes
};

}  // namespace heteroscope
