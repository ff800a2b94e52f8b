#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <utility>

namespace heteroscope {

/// A thread that does one piece of work after another, and waits in between: where work is short, making a thread for
/// each piece, and all that libraries keep for a thread, takes as long as the work.
class KeptThread {
 public:
  KeptThread() = default;
  ~KeptThread() {
    if (!thread_.joinable()) return;
    start({});
    thread_.join();
  }
  KeptThread(const KeptThread&) = delete;
  KeptThread& operator=(const KeptThread&) = delete;

  /// Waits for earlier work, then begins this one, which must not throw.
  void start(std::function<void()> work) {
    join();
    work_ = std::move(work);
    if (!thread_.joinable()) thread_ = std::thread([this] { work_on(); });
    ++begun_;
    begun_.notify_one();
  }
  /// Waits until all work is done.
  void join() { wait_while(done_, begun_ - 1); }

 private:
  void work_on() {
    for (unsigned last = 0;; ++last) {
      wait_while(begun_, last);
      if (!work_) return;
      work_();
      ++done_;
      done_.notify_one();
    }
  }
  /// The thread looks some times before it sleeps, since being woken takes longer than most waits between steps.
  static void wait_while(const std::atomic<unsigned>& count, unsigned value) {
    constexpr int looks = 2000;  // some µs
    for (int i = 0; i < looks && count == value; ++i) {
    }
    count.wait(value);
  }

  std::function<void()> work_;  ///< the thread's own while it is begun and not done; empty: the thread ends
  std::atomic<unsigned> begun_ = 0;
  std::atomic<unsigned> done_ = 0;
  std::thread thread_;
};

}  // namespace heteroscope
