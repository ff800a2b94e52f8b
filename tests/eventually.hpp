#pragma once

#include <chrono>
#include <thread>

namespace heteroscope::testing {

/// Polls until `done` says so or a minute has gone: for what another thread or process brings about.
template <class Done>
bool eventually(Done done) {
  for (int i = 0; i < 12000; ++i) {
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

}  // namespace heteroscope::testing
