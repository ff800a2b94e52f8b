#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

namespace heteroscope::testing {

/// A desktop of a test's own: in `bin()`, which the test puts on its path, stands an xdg-open that notes what it is
/// given to open.
class NotedOpener {
 public:
  explicit NotedOpener(std::filesystem::path folder) : folder_(std::move(folder)) {
    std::filesystem::create_directory(bin());
  }

  [[nodiscard]] std::filesystem::path bin() const { return folder_ / "bin"; }
  /// Puts an opener there, which ends with that code.
  void put(int code = 0) const {
    put_program("xdg-open", "printf %s \"$1\" > " + noted().string() + "\nexit " + std::to_string(code));
  }
  /// Puts programs there that ask the session's file manager, and get no answer.
  void put_silent_file_manager() const {
    for (const char* each : {"dbus-send", "gdbus"}) put_program(each, "exit 1");
  }
  void remove() const { std::filesystem::remove(bin() / "xdg-open"); }
  /// The file in which it notes what it is given.
  [[nodiscard]] std::filesystem::path noted() const { return folder_ / "noted"; }
  /// What it was given last; empty: nothing.
  [[nodiscard]] std::string opened() const {
    std::ifstream file(noted());
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  void put_program(const char* name, const std::string& commands) const {
    std::ofstream(bin() / name) << "#!/bin/sh\n" << commands << "\n";
    std::filesystem::permissions(bin() / name, std::filesystem::perms::owner_all);
  }

  std::filesystem::path folder_;
};

}  // namespace heteroscope::testing
