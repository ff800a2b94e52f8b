#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>

#include "core/device/device.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope::testing {

/// What a run of the program left behind.
struct Result {
  int code = -1;  ///< −1 if a signal ended it
  std::string out;
  std::string error;
};

/// Nothing of what is not there, or no longer, as a process' files in /proc.
inline std::string read_text(const std::filesystem::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

inline void write_text(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline bool has_gpu() {
  return device::facts().available;
}

/// Runs the program in a folder of its own, without a display.
class Program : public ::testing::Test {
 protected:
  [[nodiscard]] virtual std::string program() const { return HETEROSCOPE_PROGRAM; }

  /// `arguments` and `before` are shell words; `before` runs in the same shell first ("ulimit -f 1;").
  [[nodiscard]] Result run(const std::string& arguments, const std::string& before = {}) const {
    // With a smaller limit `bench` measures smaller sets; what puts them out of the caches is twice as large as these.
    const std::string limit = arguments.find("--cold") == std::string::npos ? "600M" : "4G";
    const std::string command =
        "cd '" + folder() + "' && unset DISPLAY WAYLAND_DISPLAY; " + "export XDG_CONFIG_HOME='" + config() + "'; " +
        "export HETEROSCOPE_MEMORY_LIMIT=${HETEROSCOPE_MEMORY_LIMIT:-" + limit + "}; " + before + " '" + program() +
        "' " + arguments + " >'" + streams() + "/out' 2>'" + streams() + "/error'";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(streams() + "/out"),
            read_text(streams() + "/error")};
  }

  /// Bad input: exit code 2, nothing on standard output, one line on standard error that holds `words`, and every file
  /// in the folder as it was.
  Result expect_refused(const std::string& arguments, const std::string& words, const std::string& before = {}) const {
    SCOPED_TRACE(arguments);
    const auto files = snapshot();
    const Result result = run(arguments, before);
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.error.starts_with("heteroscope: ")) << result.error;
    EXPECT_EQ(result.error.find('\n'), result.error.size() - 1) << result.error;
    EXPECT_NE(result.error.find(words), std::string::npos) << result.error;
    EXPECT_EQ(snapshot(), files);
    return result;
  }

  Result expect_success(const std::string& arguments) const {
    SCOPED_TRACE(arguments);
    Result result = run(arguments);
    EXPECT_EQ(result.code, 0);
    // what takes longer than ten seconds, on a busy machine, says how far it is
    static const std::regex progress("(bench|lesson|tune|movie|render) [0-9]+ of [0-9]+[:,][^\n]*\n");
    EXPECT_EQ(std::regex_replace(result.error, progress, ""), "");
    return result;
  }

  [[nodiscard]] std::string folder() const { return folder_.path().string(); }
  /// Where the program keeps what it remembers.
  [[nodiscard]] std::string config() const { return streams() + "/config"; }
  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }

 private:
  [[nodiscard]] std::string streams() const { return streams_.path().string(); }

  [[nodiscard]] std::map<std::string, std::string> snapshot() const {
    std::map<std::string, std::string> files;
    for (const auto& each : std::filesystem::recursive_directory_iterator(folder_.path())) {
      files[each.path().string()] = each.is_regular_file() ? read_text(each.path()) : "";
    }
    return files;
  }

  TemporaryFolder folder_;
  TemporaryFolder streams_;
};

}  // namespace heteroscope::testing
