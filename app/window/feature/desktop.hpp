#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace heteroscope {

/// Opens files with the desktop, which knows the program for each kind. A program that it starts outlives the window.
class Desktop {
 public:
  /// Starts xdg-open with the file, an absolute path; does not wait. Returns why it could not be started, in a line;
  /// empty if it was.
  std::string open(const std::filesystem::path& file);
  /// Files that it has ended without opening, each once.
  std::vector<std::filesystem::path> failed();

 private:
  struct Started {
    pid_t process = -1;
    std::filesystem::path file;
  };
  std::vector<Started> started_;
};

}  // namespace heteroscope
