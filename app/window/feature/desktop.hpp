#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// Opens files with the desktop, which knows the program for each kind. A program that it starts outlives the window.
class Desktop {
 public:
  /// Starts xdg-open with the file, an absolute path; does not wait. Returns why it could not be started, in a line;
  /// empty if it was.
  std::string open(const std::filesystem::path& file);
  /// Asks the file manager over D-Bus (org.freedesktop.FileManager1) to show the file, an absolute path, selected in
  /// its folder; does not wait. Where nothing can be asked, or nothing answers, the folder is opened. Returns as open()
  /// does.
  std::string show(const std::filesystem::path& file);
  /// Whether a file manager was asked and has not answered yet: update() is to be called until it has.
  [[nodiscard]] bool waits() const;
  /// Says of each file that what was started has ended without opening it, once. To be called in every frame.
  void update(Ui& ui);

 private:
  std::vector<std::filesystem::path> failed();

  struct Started {
    pid_t process = -1;
    std::filesystem::path file;
    bool selects = false;  ///< the file manager is asked to select it
  };
  std::vector<Started> started_;
};

}  // namespace heteroscope
