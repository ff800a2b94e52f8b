#pragma once

#include <barrier>
#include <future>
#include <string>

namespace heteroscope::testing {

/// Two threads call `save` with their names, "a" and "b", and their rounds, 0, 1, …, as two instances of the program
/// write what both keep. They begin each round together, so that none waits for more than one of the other's. Throws
/// what a call throws.
template <class Save>
void save_at_once(int rounds, Save save) {
  std::barrier both(2);
  struct Left {
    std::barrier<>& of;
    ~Left() { of.arrive_and_drop(); }  // the other one does not wait for who has ended, or failed
  };
  const auto of = [&](const std::string& name) {
    const Left left{both};
    for (int round = 0; round < rounds; ++round) {
      both.arrive_and_wait();
      save(name, round);
    }
  };
  auto other = std::async(std::launch::async, of, "b");
  of("a");
  other.get();
}

}  // namespace heteroscope::testing
