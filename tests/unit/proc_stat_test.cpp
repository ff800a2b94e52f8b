#include "core/process/proc_stat.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <semaphore>
#include <thread>
#include <vector>

#include "tests/eventually.hpp"

namespace heteroscope {
namespace {

using testing::eventually;

std::optional<ThreadState> thread_of_this_process(pid_t id) {
  const std::vector<ThreadState> all = threads_of(::getpid());
  const auto found = std::ranges::find(all, id, &ThreadState::id);
  return found == all.end() ? std::nullopt : std::optional(*found);
}

TEST(ProcStat, SaysWhichThreadsRun) {
  std::binary_semaphore wake(0);
  std::atomic<pid_t> id = 0;
  std::atomic<bool> on = true;
  std::thread thread([&] {
    id = ::gettid();
    wake.acquire();
    while (on) {
    }
  });
  EXPECT_TRUE(eventually([&] {
    const auto sleeping = thread_of_this_process(id);
    return sleeping && !sleeping->runs();
  }));
  wake.release();
  EXPECT_TRUE(eventually([&] {
    const auto running = thread_of_this_process(id);
    return running && running->runs() && running->cpu_s > 0;
  }));
  on = false;
  thread.join();
  EXPECT_TRUE(eventually([&] { return !thread_of_this_process(id); }));
  const auto self = thread_of_this_process(::gettid());
  ASSERT_TRUE(self);
  EXPECT_TRUE(self->runs());
}

TEST(ProcStat, SaysWhatOfAProcessLiesInMemory) {
  const std::size_t before = resident_bytes(::getpid());
  EXPECT_GT(before, 0U);
  const std::vector<char> more(std::size_t{64} << 20, 1);
  EXPECT_GE(resident_bytes(::getpid()), before + more.size() / 2);
}

TEST(ProcStat, FindsNothingOfAProcessThatIsNotThere) {
  EXPECT_TRUE(threads_of(-1).empty());
  EXPECT_EQ(resident_bytes(-1), 0U);
}

}  // namespace
}  // namespace heteroscope
