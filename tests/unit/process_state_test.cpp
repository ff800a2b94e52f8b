#include "core/process/process_state.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <clocale>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

namespace heteroscope {
namespace {

/// Says what differs after `change`, and sees that nothing does once `undo` was called.
std::string said_of_change(const std::function<void()>& change, const std::function<void()>& undo) {
  const ProcessState before;
  change();
  const std::string out = before.changed(2);
  undo();
  EXPECT_EQ(before.changed(2), "") << out;
  return out;
}

TEST(ProcessState, IsTheSameWhereNothingChanges) {
  EXPECT_EQ(ProcessState().changed(1), "");
  EXPECT_EQ(ProcessState().changed(3), "");
}

TEST(ProcessState, HasLimits) {
  rlimit usual{};
  ::getrlimit(RLIMIT_NOFILE, &usual);
  rlimit lower = usual;
  --lower.rlim_cur;
  EXPECT_EQ(said_of_change([&] { ::setrlimit(RLIMIT_NOFILE, &lower); }, [&] { ::setrlimit(RLIMIT_NOFILE, &usual); }),
            "a limit of its process (setrlimit)");
}

TEST(ProcessState, HasTheProcessorsOfEachThread) {
  cpu_set_t all;
  CPU_ZERO(&all);
  ::sched_getaffinity(0, sizeof all, &all);
  if (CPU_COUNT(&all) < 2) GTEST_SKIP() << "one processor";
  cpu_set_t fewer = all;
  int last = CPU_SETSIZE - 1;
  while (!CPU_ISSET(static_cast<std::size_t>(last), &all)) --last;
  CPU_CLR(static_cast<std::size_t>(last), &fewer);
  const char* const said = "which processors threads may run on";
  EXPECT_EQ(said_of_change([&] { ::sched_setaffinity(0, sizeof fewer, &fewer); },
                           [&] { ::sched_setaffinity(0, sizeof all, &all); }),
            said);
  if (omp_get_proc_bind() != omp_proc_bind_false) return;
  const auto bind_second = [](const cpu_set_t& to) {
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1) ::sched_setaffinity(0, sizeof to, &to);
  };
  EXPECT_EQ(said_of_change([&] { bind_second(fewer); }, [&] { bind_second(all); }), said);
}

TEST(ProcessState, HasALocale) {
  EXPECT_EQ(said_of_change([] { ASSERT_NE(std::setlocale(LC_ALL, "C.UTF-8"), nullptr); },
                           [] { std::setlocale(LC_ALL, "C"); }),
            "the locale");
}

TEST(ProcessState, HasSignals) {
  EXPECT_EQ(said_of_change([] { std::signal(SIGUSR2, SIG_IGN); }, [] { std::signal(SIGUSR2, SIG_DFL); }),
            "how a signal is handled");
  sigset_t one;
  ::sigemptyset(&one);
  ::sigaddset(&one, SIGUSR2);
  EXPECT_EQ(said_of_change([&] { ::pthread_sigmask(SIG_BLOCK, &one, nullptr); },
                           [&] { ::pthread_sigmask(SIG_UNBLOCK, &one, nullptr); }),
            "which signals the thread that called it takes");
}

TEST(ProcessState, HasTimers) {
  constexpr time_t far_s = 1'000'000;
  const itimerval set{.it_interval = {}, .it_value = {.tv_sec = far_s, .tv_usec = 0}};
  const itimerval none{};
  EXPECT_EQ(said_of_change([&] { ::setitimer(ITIMER_PROF, &set, nullptr); },
                           [&] { ::setitimer(ITIMER_PROF, &none, nullptr); }),
            "whether a timer sends signals (setitimer)");
}

TEST(ProcessState, HasWhatFilesAreMadeWith) {
  const mode_t usual = ::umask(0);
  ::umask(usual);
  EXPECT_EQ(said_of_change([&] { ::umask(usual ^ 02); }, [&] { ::umask(usual); }),
            "the permissions of new files (umask)");
  const std::filesystem::path here = std::filesystem::current_path();
  EXPECT_EQ(said_of_change([] { std::filesystem::current_path("/"); }, [&] { std::filesystem::current_path(here); }),
            "the working directory");
}

TEST(ProcessState, HasAnEnvironment) {
  constexpr const char* name = "HETEROSCOPE_PROCESS_STATE_TEST";
  EXPECT_EQ(said_of_change([] { ::setenv(name, "1", 1); }, [] { ::unsetenv(name); }), "the environment");
  constexpr const char* asked = "KMP_BLOCKTIME";  // by which LLVM's threads would spin for ever
  if (std::getenv(asked) == nullptr) {
    EXPECT_EQ(said_of_change([] { ::setenv(asked, "infinite", 1); }, [] { ::unsetenv(asked); }), "the environment");
  }
  constexpr const char* of_openmp = "__KMP_REGISTERED_LIB_1";
  EXPECT_EQ(said_of_change([] { ::setenv(of_openmp, "1", 1); }, [] { ::unsetenv(of_openmp); }), "");
}

TEST(ProcessState, HasHugePages) {
  if (::prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0) != 0) GTEST_SKIP() << "there are none here";
  EXPECT_EQ(
      said_of_change([] { ::prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); }, [] { ::prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0); }),
      "whether memory may be in huge pages");
}

TEST(ProcessState, PutsOpenMpsSettingsBack) {
  const int threads = omp_get_max_threads();
  const int dynamic = omp_get_dynamic();
  const ProcessState before;
  omp_set_num_threads(threads + 3);
  omp_set_dynamic(dynamic == 0 ? 1 : 0);
  EXPECT_EQ(before.changed(1), "");
  EXPECT_EQ(omp_get_max_threads(), threads);
  EXPECT_EQ(omp_get_dynamic(), dynamic);
}

}  // namespace
}  // namespace heteroscope
