#include "core/serving/confinement.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <string>

/// Limits, each in a process of its own: some last as long as it lives.
namespace heteroscope {
namespace {

/// What a process that is started now would have.
std::string limits_now() {
  std::string out;
  std::getline(std::ifstream("/proc/self/oom_score_adj"), out);
  for (const auto resource : {RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_NPROC}) {
    rlimit now{};
    getrlimit(resource, &now);
    out += ' ' + std::to_string(now.rlim_cur) + '/' + std::to_string(now.rlim_max);
  }
  return out;
}

rlimit file_limit() {
  rlimit out{};
  getrlimit(RLIMIT_FSIZE, &out);
  return out;
}

[[noreturn]] void limit_and_lift() {
  const std::string start = limits_now();
  limit_process(Limits::until_lifted);
  const std::string limited = limits_now();
  bool right = file_limit().rlim_cur <= rlim_t{1} << 30;
  {
    const LimitsLifted lifted;
    right = right && limits_now() == start;
  }
  std::_Exit(right && limits_now() == limited ? 0 : 1);
}

[[noreturn]] void limit_for_good() {
  limit_process(Limits::for_good);
  const LimitsLifted lifted;
  std::_Exit(file_limit().rlim_max <= rlim_t{1} << 30 && file_limit().rlim_cur <= rlim_t{1} << 30 ? 0 : 1);
}

TEST(LimitsOfAProcessDeathTest, AreLiftedForWhatHasALogins) {
  EXPECT_EXIT(limit_and_lift(), ::testing::ExitedWithCode(0), "");
}

TEST(LimitsOfAProcessDeathTest, AreNotLiftedWhereTheyLast) {
  EXPECT_EXIT(limit_for_good(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace heteroscope
