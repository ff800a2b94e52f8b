#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/waiter.hpp"

namespace heteroscope {

/// How far work beside the window's thread is: the work tells it, and the window asks for it at any time.
class ToldProgress {
 public:
  ToldProgress() = default;
  ToldProgress(const ToldProgress&) = delete;
  ToldProgress& operator=(const ToldProgress&) = delete;

  /// Returns the part of the work that is done, 0 to 1.
  [[nodiscard]] double share() const { return share_.load(); }
  /// Returns what is being done, in words; empty until the work tells it.
  [[nodiscard]] std::string now() const {
    const std::lock_guard lock(mutex_);
    return now_;
  }
  /// Forgets what was told.
  void restart() {
    share_ = 0;
    const std::lock_guard lock(mutex_);
    now_.clear();
  }
  /// At least so much is done; called by the work alone. What has to be done again takes nothing back.
  void set_share(double share) { share_ = std::max(share_.load(), share); }
  /// At least so much is done, and that comes next, in words; called by the work alone.
  void tell(double share, std::string_view now) {
    set_share(share);
    const std::lock_guard lock(mutex_);
    if (now_ != now) now_ = now;
  }
  /// Calls `work(waiter)`, whose waiter tells it here. Nothing is told before and after, also where the work throws.
  template <class Work>
  void during(const std::stop_token& stop, Work work) {
    struct Restart {
      ToldProgress& progress;
      ~Restart() { progress.restart(); }
    };
    restart();
    const Restart afterwards{*this};
    work(Waiter{.stop = stop, .progress = [this](std::string_view now, double share) { tell(share, now); }});
  }

 private:
  std::atomic<double> share_{0};
  mutable std::mutex mutex_;
  std::string now_;  // guarded by the mutex
};

}  // namespace heteroscope
