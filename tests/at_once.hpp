#pragma once

#include <future>
#include <latch>
#include <string>

namespace heteroscope::testing {

/// Two threads call `save` with their names, "a" and "b", and their rounds, 0, 1, …, as two instances of the program
/// write what both keep. Throws what a call throws.
template <class Save>
void save_at_once(int rounds, Save save) {
  std::latch both(2);
  const auto of = [&](const std::string& name) {
    both.arrive_and_wait();
    for (int round = 0; round < rounds; ++round) save(name, round);
  };
  auto other = std::async(std::launch::async, of, "b");
  of("a");
  other.get();
}

}  // namespace heteroscope::testing
