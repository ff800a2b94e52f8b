#pragma once

#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope::testing {

/// A file in the place of /proc/stat, whose processors all do the same. What this process really uses is next to
/// nothing beside each step. Its time goes on only by a test.
class FakeProcStat {
 public:
  FakeProcStat() { write(); }

  /// A long time of each processor goes by, of which other programs have that share.
  void goes_on(double others) {
    constexpr std::int64_t ticks = 100'000'000;
    const auto taken = static_cast<std::int64_t>(others * static_cast<double>(ticks));
    go_on(taken, ticks - taken);
  }
  /// So many ticks of each.
  void go_on(std::int64_t busy, std::int64_t idle) {
    busy_ += busy;
    idle_ += idle;
    write();
  }

 private:
  [[nodiscard]] std::string path() const { return (folder_.path() / "stat").string(); }
  void write() const {
    std::ofstream out(path());
    out << "cpu  1 2 3 4 5 6 7 8 9 10\n";
    const long processors = ::sysconf(_SC_NPROCESSORS_CONF);
    for (long i = 0; i < processors; ++i) out << "cpu" << i << ' ' << busy_ << " 0 0 " << idle_ << " 0 0 0 0 0 0\n";
    out << "intr 1\nprocs_running 1\n";
  }

  TemporaryFolder folder_;
  SetVariable variable_{"HETEROSCOPE_PROC_STAT", path()};
  std::int64_t busy_ = 1000;
  std::int64_t idle_ = 1000;
};

}  // namespace heteroscope::testing
