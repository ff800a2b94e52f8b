#include "core/process/process_time.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace heteroscope {
namespace {

/// A process that does one thing until it ends with the test.
class Doing {
 public:
  explicit Doing(void (*what)()) : process_(fork()) {
    if (process_ == 0) {
      alarm(300);  // if the test cannot end it
      for (;;) what();
    }
  }
  ~Doing() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Doing(const Doing&) = delete;
  Doing& operator=(const Doing&) = delete;
  [[nodiscard]] pid_t id() const { return process_; }

 private:
  pid_t process_;
};

/// Who looks late, as one who waits for a core does, finds no more rest than one look may show.
TEST(ProcessTime, OneLookAddsLittleRestHoweverLateItComes) {
  const Doing process([] { ::raise(SIGSTOP); });
  int status = 0;
  ASSERT_EQ(waitpid(process.id(), &status, WUNTRACED), process.id());
  ProcessTime time(process.id());
  // however long it takes: at least so long
  const auto late = [] { std::this_thread::sleep_for(std::chrono::duration<double>(ProcessTime::longest_rest_s)); };
  late();
  EXPECT_EQ(time.spent_s(), 0) << "of the time before the first look nothing is known";
  for (int look = 1; look <= 3; ++look) {
    late();
    EXPECT_DOUBLE_EQ(time.spent_s(), look * ProcessTime::longest_rest_s);
  }
}

/// Threads that end while they are looked at are gone, which is no error.
TEST(ProcessTime, LooksAtThreadsThatComeAndGo) {
  const Doing process([] { std::thread([] {}).join(); });
  ProcessTime time(process.id());
  for (int look = 0; look < 20000; ++look) ASSERT_NO_THROW(time.spent_s()) << look;
}

}  // namespace
}  // namespace heteroscope
