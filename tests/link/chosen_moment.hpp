#pragma once

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "core/base/completion.hpp"
#include "core/base/watch.hpp"

namespace heteroscope {

/// Calls the window's thread at a moment that has nothing to do with the window's frames, as a hand moves.
class ChosenMoment {
 public:
  /// Draws it from the 33 ms behind the next 100, within which a window comes to rest.
  void choose() {
    std::uniform_real_distribution<double> pause_ms(100, 133);
    thread_ = std::jthread([this, ms = pause_ms(random_)] {
      std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(ms));
      begun_ = Watch();
      is_there_ = true;
      announce_completion();
    });
  }
  /// Returns whether it has come since this was asked last.
  [[nodiscard]] bool came() { return is_there_.exchange(false); }
  /// Returns the time since it came; once it has.
  [[nodiscard]] double ms() const { return begun_.ms(); }

 private:
  std::minstd_rand random_;
  Watch begun_;
  std::atomic<bool> is_there_{false};
  std::jthread thread_;
};

}  // namespace heteroscope
