#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/types/types.hpp"

namespace heteroscope {

class App;

/// Drives the window frame by frame in place of a person, as the tour does.
class WindowDriver {
 public:
  WindowDriver() = default;
  WindowDriver(const WindowDriver&) = delete;
  WindowDriver& operator=(const WindowDriver&) = delete;
  virtual ~WindowDriver() = default;

  virtual void before_frame(App& app) = 0;
  /// Called after drawing, before the swap. False: the driver has finished, and the window closes.
  virtual bool after_frame(App& app, Size framebuffer) = 0;
  /// Returns whether the window is now drawn when a person's would be: when something has happened, and not at the
  /// display's rate from frame to frame.
  [[nodiscard]] virtual bool leaves_pace() const { return false; }
  /// Called once the window is closed. Returns the exit code.
  virtual int finish() = 0;
};

struct WindowOptions {
  /// What the window starts with: a workload's id, settings (.json), or a PNG that heteroscope wrote, or an image.
  std::optional<std::filesystem::path> open;
  /// How results are to reach the screen, one of display_ways; nothing: as was chosen last.
  std::optional<std::string> display;
  /// With a driver the window neither reads nor keeps a state. Null: a person uses the window.
  WindowDriver* driver = nullptr;
};

/// The words for `--display`.
inline constexpr const char* display_ways = "host|texture|buffer";

/// Runs the window until it is closed. Returns the exit code. Throws BadInput where there is no display (it then names
/// `heteroscope render`), and for files that cannot be used.
int run_window(const WindowOptions& options);

}  // namespace heteroscope
