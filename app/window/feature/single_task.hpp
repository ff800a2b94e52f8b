#pragma once

#include <mutex>
#include <optional>
#include <utility>

#include "core/base/completion.hpp"
#include "core/base/worker.hpp"

namespace heteroscope {

/// Makes one thing at a time on a thread of its own; a caller that finds it busy asks again later. Each end is
/// announced (core/base/completion.hpp).
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
  /// Starts `make()`, which returns the result. If it throws, or no thread can be started, `failed(failure)` returns
  /// the result instead. Does nothing while busy.
  template <class Make, class Failed>
  void start(Make make, Failed failed) {
    {
      const std::lock_guard lock(mutex_);
      if (busy_) return;
      busy_ = true;
      made_.reset();
    }
    const Failure refused = worker_.start([this, make = std::move(make), failed]() mutable {
      std::optional<Made> made;
      if (const Failure failure = attempt([&] { made = make(); })) made = failed(failure);
      finish(std::move(made));
    });
    if (refused) finish(failed(refused));
  }
  /// Waits until no work is under way.
  void wait() { worker_.join(); }
  /// Returns the finished result, once.
  std::optional<Made> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(made_, std::nullopt);
  }

 private:
  void finish(std::optional<Made> made) {
    {
      const std::lock_guard lock(mutex_);
      made_ = std::move(made);
      busy_ = false;
    }
    announce_completion();
  }

  mutable std::mutex mutex_;
  bool busy_ = false;
  std::optional<Made> made_;
  Worker worker_;  // last: joined before what it writes to goes
};

}  // namespace heteroscope
