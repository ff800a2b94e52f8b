#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/window/features/files/remember.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// Keeps for the next start what is set in a window, a short while after each change, together with what other windows
/// have kept meanwhile.
class WindowMemory {
 public:
  /// `found`: what the file holds, as it was read. An empty path: nothing is kept.
  WindowMemory(std::filesystem::path path, const Memory& found);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Once a frame: writes what has changed and rested. `settings`: as the next window is to find them.
  void note(Ui& ui, WindowModel& model, const Settings& settings);
  /// Writes what has changed; with `anew` all of it: the window is opened again, as it is.
  void keep(Ui& ui, WindowModel& model, const Settings& settings, bool anew);
  /// When a change is to be written, in GLFW's time; nothing: none waits.
  [[nodiscard]] std::optional<double> due_s() const;

 private:
  void write(Ui& ui, WindowModel& model, const Memory& memory, bool anew);

  std::filesystem::path path_;
  // what the file of the last start holds, and since when the state has differed
  std::optional<Memory> remembered_;
  std::optional<Memory> seen_;
  std::string told_before_;  ///< the oddity that an earlier start has told of
  // what of the file was known when it was read or written last
  OwnViews::List kept_views_;
  std::vector<std::string> kept_recent_;
  double seen_s_ = 0;
  bool unsaved_ = false;
};

}  // namespace heteroscope
