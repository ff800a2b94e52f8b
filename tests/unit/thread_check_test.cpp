#include "core/run/thread_check.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <optional>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/model/job.hpp"

namespace heteroscope {
namespace {

std::string said_of(const ThreadCheck& check) {
  try {
    check.check();
  } catch (const VariantFault& fault) {
    return fault.what();
  }
  return {};
}

std::string said_after(const std::function<void()>& call, int threads) {
  ThreadCheck check;
  Job job;
  job.threads = threads;
  check.around(job, call);
  return said_of(check);
}

/// A thread that never sleeps from its start on, until the test ends it.
class Spinning {
 public:
  Spinning() { begun_.wait(false); }
  ~Spinning() {
    on_ = false;
    thread_.join();
  }

 private:
  std::atomic<bool> begun_ = false;
  std::atomic<bool> on_ = true;
  std::thread thread_{[this] {
    begun_ = true;
    begun_.notify_one();
    while (on_) {
    }
  }};
};

TEST(ThreadCheck, NamesAThreadThatRunsOn) {
  std::optional<Spinning> left;
  const std::string said = said_after([&] { left.emplace(); }, 2);
  EXPECT_NE(said.find("it leaves a thread running"), std::string::npos) << said;
}

TEST(ThreadCheck, NamesNoneThatRanBefore) {
  std::optional<Spinning> of_others;
  of_others.emplace();
  std::atomic<bool> called = false;
  EXPECT_EQ(said_after([&] { called = true; }, 2), "");
  EXPECT_TRUE(called);
}

TEST(ThreadCheck, NamesNoneThatSleepsUntilTheNextCall) {
  std::binary_semaphore next(0);
  std::thread kept;
  EXPECT_EQ(said_after([&] { kept = std::thread([&] { next.acquire(); }); }, 2), "");
  next.release();
  kept.join();
}

TEST(ThreadCheck, NamesNoTeamThatSpins) {
  for (const int threads : {1, 2, 5}) EXPECT_EQ(said_after([=] { begin_team(threads); }, threads), "") << threads;
}

/// Says what is found where a thread runs on for `run` looks and sleeps for `sleep`, a millisecond each, again and
/// again, and sleeps for good after `looks` of them.
std::string said_of_left(int run, int sleep, int looks) {
  int look = -1;
  double cpu_s = 7;
  const auto others = [&]() -> std::vector<ThreadState> {
    if (look < 0) return {};  // its call has not begun it yet
    const bool runs = look < looks && look % (run + sleep) < run;
    ++look;
    if (runs) cpu_s += 0.001;
    return {{.id = 1, .state = runs ? 'R' : 'S', .cpu_s = cpu_s}};
  };
  ThreadCheck check({.cpu_s = [] { return 0.0; }, .wall_s = [] { return 0.0; }, .others = others, .pause = [] {}});
  look = 0;
  return said_of(check);
}

TEST(ThreadCheck, NamesAThreadThatRunsOnWithPauses) {
  constexpr int for_ever = 1'000'000;
  for (const auto& [run, sleep] : {std::pair{9, 1}, std::pair{5, 4}, std::pair{90, 10}}) {
    const std::string said = said_of_left(run, sleep, for_ever);
    EXPECT_NE(said.find("it leaves a thread running"), std::string::npos) << run << ' ' << sleep;
  }
}

TEST(ThreadCheck, NamesNoneThatSleepsAfterAWhile) {
  EXPECT_EQ(said_of_left(1, 0, 1), "");
  EXPECT_EQ(said_of_left(200, 0, 200), "") << "as those of LLVM's OpenMP";
  EXPECT_EQ(said_of_left(9, 1, 100), "");
}

/// Its call keeps so many processors busy for a second.
std::string said_of_call(int threads, double processors) {
  double cpu_s = 3;
  double wall_s = 700;
  ThreadCheck check({.cpu_s = [&] { return cpu_s; }, .wall_s = [&] { return wall_s; }});
  Job job;
  job.threads = threads;
  check.around(job, [&] {
    cpu_s += processors;
    wall_s += 1;
  });
  return said_of(check);
}

TEST(ThreadCheck, NamesACallThatTakesMoreThreadsThanItWasGiven) {
  EXPECT_EQ(said_of_call(1, 1), "");
  EXPECT_EQ(said_of_call(2, 3), "") << "two of its own, and one that spins";
  const std::string one = said_of_call(1, 1.5);
  EXPECT_TRUE(one.starts_with("it is given 1 thread and keeps 1.5 processors busy")) << one;
  const std::string two = said_of_call(2, 8);
  EXPECT_TRUE(two.starts_with("it is given 2 threads and keeps 8.0 processors busy")) << two;
}

TEST(ThreadCheck, LooksAtNoCallBesideAThreadOfOthers) {
  const Spinning of_others;
  EXPECT_EQ(said_of_call(1, 2), "");
}

TEST(ThreadCheck, AllowsForTimeBeforeTheCallThatIsCountedInIt) {
  const Spinning of_a_team;
  double cpu_s = 0;
  double wall_s = 0;
  ThreadCheck check({.cpu_s = [&] { return cpu_s; }, .wall_s = [&] { return wall_s; }});
  Job job;
  job.threads = 2;
  check.around(job, [&] {
    cpu_s += 0.012;  // 2 ms of two threads, and a tick of 10 ms of the one that ran before
    wall_s += 0.001;
  });
  EXPECT_EQ(said_of(check), "");
}

TEST(BusyProcessors, AreTooManyWhereThreadsHaveHadMoreThanTheirs) {
  BusyProcessors one;
  one.add(1, 0.010, 0.010);
  one.add(1, 0.0115, 0.010);
  EXPECT_FALSE(one.too_many()) << "clocks are not exact";
  one.add(1, 0.0145, 0.010);
  EXPECT_FALSE(one.too_many()) << "little is no clear sign";
  one.add(1, 0.0152, 0.010);
  EXPECT_TRUE(one.too_many()) << "both calls' together";
  EXPECT_DOUBLE_EQ(one.most, 1.52);
  EXPECT_EQ(one.threads, 1);
}

TEST(BusyProcessors, AreFewWhereCallsAreShort) {
  BusyProcessors one;
  for (int i = 0; i < 100'000; ++i) one.add(1, 10e-6, 1e-6);
  EXPECT_FALSE(one.too_many()) << "clocks err by microseconds";
}

TEST(BusyProcessors, AreFewWhereTheTimeOfATeamIsCountedLate) {
  BusyProcessors sixteen;
  for (int i = 0; i < 100'000; ++i) sixteen.add(16, 0.076, 0.001, 15);
  EXPECT_FALSE(sixteen.too_many()) << "ticks of 4 ms";
  sixteen.add(16, 0.95, 0.02, 15);
  EXPECT_TRUE(sixteen.too_many());
}

TEST(BusyProcessors, MayBeThoseOfATeamThatSpinsBesideOtherThreads) {
  BusyProcessors four;
  four.add(4, 7, 1);
  EXPECT_FALSE(four.too_many());
  four.add(4, 16, 1);
  EXPECT_TRUE(four.too_many());
  EXPECT_EQ(four.threads, 4);
}

}  // namespace
}  // namespace heteroscope
