#pragma once

#include <atomic>
#include <thread>

namespace heteroscope {

/// A lock for what takes less time than waking a thread does: who finds it taken asks again. After some µs it lets
/// others run, since who has it may have lost its core.
class SpinLock {
 public:
  void lock() {
    while (!try_lock()) {
      for (int asked = 0; taken_.test(std::memory_order_relaxed); ++asked) {
        if (asked > most_asked) std::this_thread::yield();
      }
    }
  }
  [[nodiscard]] bool try_lock() { return !taken_.test_and_set(std::memory_order_acquire); }
  void unlock() { taken_.clear(std::memory_order_release); }

 private:
  static constexpr int most_asked = 2000;
  std::atomic_flag taken_;
};

}  // namespace heteroscope
