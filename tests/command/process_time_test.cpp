#include "app/commands/verify/process_time.hpp"

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
  const auto late = [] { std::this_thread::sleep_for(std::chrono::milliseconds(250)); };
  late();
  EXPECT_LT(time.spent_s(), 0.01) << "of the time before the first look nothing is known";
  for (int look = 1; look <= 3; ++look) {
    late();
    EXPECT_NEAR(time.spent_s(), look * ProcessTime::longest_rest_s, 0.01);
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
