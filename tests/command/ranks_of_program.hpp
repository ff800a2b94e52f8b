#pragma once

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/command/stopped_program.hpp"

namespace heteroscope::testing {

/// The program, started by mpirun.
class RanksOfProgram : public StoppedProgram {
 protected:
  /// Before a line that fails: mpirun would wait a second before it ends the other ranks.
  static constexpr const char* quickly = "export OMPI_MCA_odls_base_sigkill_timeout=0;";

  void SetUp() override {
    if (std::system("command -v mpirun >/dev/null 2>&1") != 0) GTEST_SKIP() << "no mpirun";
    const auto library = std::filesystem::path(HETEROSCOPE_PROGRAM).parent_path() / "libheteroscope_mpi.so";
    if (!std::filesystem::exists(library)) GTEST_SKIP() << "built without MPI";
    // Open MPI leaves memory behind
    write_text(
        starter(),
        "#!/bin/sh\nexport OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1\n"
        "export ASAN_OPTIONS=detect_leaks=0\n"
        // hwloc, which mpirun asks for the processors, would look for GPUs on every display, and end with one that ends
        "export HWLOC_COMPONENTS=-gl\n"
        // ranks of one machine need no network, of which a bare system's may be useless
        "export OMPI_MCA_btl=^tcp\n"
        "p='" HETEROSCOPE_PROGRAM
        "'\n"
        "[ -z \"$OTHER\" ] || exec mpirun --oversubscribe -n 1 \"$p\" \"$@\" : -n 1 \"$p\" \"$@\" $OTHER\n"
        "exec mpirun --oversubscribe -n ${RANKS:-2} \"$p\" \"$@\"\n");
    std::filesystem::permissions(starter(), std::filesystem::perms::owner_all);
  }

  [[nodiscard]] std::string program() const override { return many_ ? starter() : HETEROSCOPE_PROGRAM; }

  /// One process alone.
  Result alone(const std::string& arguments) {
    many_ = false;
    Result result = run(arguments);
    many_ = true;
    EXPECT_EQ(result.code, 0) << result.error;
    return result;
  }
  void expect_same(const std::string& one, const std::string& other) const {
    const std::string a = read_text(file(one));
    const std::string b = read_text(file(other));
    const auto at = std::ranges::mismatch(a, b).in1 - a.begin();
    EXPECT_TRUE(a == b) << one << " and " << other << " differ from byte " << at << " on, of " << a.size() << " and "
                        << b.size();
  }
  /// One line of the program's, among those of mpirun, which speaks of every exit code but 0.
  void expect_one_line(const Result& result, int code, const std::string& words) const {
    EXPECT_EQ(result.code, code);
    EXPECT_EQ(result.out, "");
    std::vector<std::string> own;
    std::istringstream lines(result.error);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("heteroscope: ")) own.push_back(line);
    ASSERT_EQ(own.size(), 1U) << result.error;
    EXPECT_NE(own.front().find(words), std::string::npos) << own.front();
  }
  /// The process that is this rank of those in the folder; 0: there is none.
  [[nodiscard]] pid_t process_of(int rank) const {
    const std::string words = "OMPI_COMM_WORLD_RANK=" + std::to_string(rank);
    std::error_code none;
    for (const auto& each : std::filesystem::directory_iterator("/proc", none)) {
      if (std::filesystem::read_symlink(each.path() / "cwd", none) != folder()) continue;
      const std::string environment = '\0' + read_text(each.path() / "environ");
      if (environment.find('\0' + words + '\0') != std::string::npos) return std::stoi(each.path().filename().string());
    }
    return 0;
  }
  /// That a process has computed, of its own.
  [[nodiscard]] static double processor_seconds(pid_t process) {
    const std::string stat = read_text("/proc/" + std::to_string(process) + "/stat");
    std::istringstream fields(stat.substr(stat.rfind(')') + 1));
    std::string field;
    for (int i = 0; i < 11; ++i) fields >> field;
    double ticks = 0;
    fields >> ticks;
    return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
  }

  bool many_ = true;

 private:
  [[nodiscard]] std::string starter() const { return (starter_.path() / "ranks").string(); }

  TemporaryFolder starter_;
};

}  // namespace heteroscope::testing
