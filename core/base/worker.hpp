#pragma once

#include <thread>
#include <utility>

#include "core/base/failure.hpp"

namespace heteroscope {

/// A thread whose work may throw: nothing that it throws ends the process. Joined when it goes.
class Worker {
 public:
  Worker() = default;
  ~Worker() { join(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Waits for earlier work, then begins `work()`. Returns why no thread could be started.
  template <class Work>
  Failure start(Work work) {
    join();
    return attempt(
        [&] { thread_ = std::thread([this, work = std::move(work)]() mutable { failure_ = attempt(work); }); });
  }
  /// Waits; what the work threw, once.
  Failure join() {
    if (thread_.joinable()) thread_.join();
    return std::exchange(failure_, {});
  }
  /// Begun, and not yet joined.
  [[nodiscard]] bool started() const { return thread_.joinable(); }

 private:
  Failure failure_;  // the thread's own until it is joined
  std::thread thread_;
};

}  // namespace heteroscope
