#include "core/base/kept_thread.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

namespace heteroscope {
namespace {

TEST(KeptThread, DoesOnePieceAfterAnotherOnOneThread) {
  std::set<std::thread::id> threads;
  int done = 0;
  KeptThread thread;
  thread.join();  // nothing was begun
  for (int i = 0; i < 1000; ++i) {
    thread.start([&] {
      threads.insert(std::this_thread::get_id());
      ++done;
    });
    if (i % 3 != 0) continue;  // others are waited for by the next start
    thread.join();
    EXPECT_EQ(done, i + 1);
  }
  thread.join();
  EXPECT_EQ(done, 1000);
  EXPECT_EQ(threads.size(), 1U);
  EXPECT_FALSE(threads.contains(std::this_thread::get_id()));
}

TEST(KeptThread, EndsOnceItsWorkIsDone) {
  std::atomic<bool> go_on = false;
  bool done = false;
  {
    KeptThread thread;
    thread.start([&] {
      go_on.wait(false);
      done = true;
    });
    go_on = true;
    go_on.notify_one();
  }
  EXPECT_TRUE(done);
}

/// Does more than a thread looks before it sleeps.
void look_elsewhere() {
  for (int i = 0; i < 20'000; ++i) std::this_thread::yield();
}

TEST(KeptThread, WakesWhereItHasSleptMeanwhile) {
  int done = 0;
  KeptThread thread;
  for (int i = 0; i < 5; ++i) {
    thread.start([&] {
      look_elsewhere();
      ++done;
    });
    thread.join();
    look_elsewhere();
  }
  EXPECT_EQ(done, 5);
}

}  // namespace
}  // namespace heteroscope
