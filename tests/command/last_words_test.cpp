#include "app/last_words.hpp"

#include <gtest/gtest.h>

#include <barrier>
#include <cstdlib>
#include <exception>
#include <new>
#include <thread>
#include <vector>

namespace heteroscope {
namespace {

/// Threads that run short of memory at the same moment, and nobody catches it.
[[noreturn]] void run_short_together() {
  std::set_terminate(last_words);
  constexpr int count = 64;
  std::barrier together(count);
  std::vector<std::jthread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&] {
      together.arrive_and_wait();
      throw std::bad_alloc();
    });
  }
  threads.clear();
  std::abort();
}

TEST(LastWords, OneLineForAllThreads) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(run_short_together(), ::testing::ExitedWithCode(2), "^heteroscope: out of memory[^\n]*\n$");
}

}  // namespace
}  // namespace heteroscope
