#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/types/types.hpp"

namespace heteroscope {

class App;

/// Uses the window in a person's place, frame by frame: the tour.
class WindowDriver {
 public:
  WindowDriver() = default;
  WindowDriver(const WindowDriver&) = delete;
  WindowDriver& operator=(const WindowDriver&) = delete;
  virtual ~WindowDriver() = default;

  virtual void before_frame(App& app) = 0;
  /// After drawing, before the swap. False: it has come to its end, and the window closes.
  virtual bool after_frame(App& app, Size framebuffer) = 0;
  /// Once the window is closed. Returns the exit code.
  virtual int finish() = 0;
};

struct WindowOptions {
  /// Settings (.json), or a PNG that heteroscope wrote, to start from.
  std::optional<std::filesystem::path> open;
  /// How results are to come to the screen, as display_ways has it; nothing: as was chosen last.
  std::optional<std::string> display;
  /// Nothing is remembered of what it does, nor of earlier starts. Null: a person uses the window.
  WindowDriver* driver = nullptr;
};

/// The words for `--display`.
inline constexpr const char* display_ways = "host|texture|buffer";

/// Runs the window until it is closed. Returns the exit code. Throws BadInput where there is no display (it then names
/// `heteroscope render`), and for files that cannot be used.
int run_window(const WindowOptions& options);

}  // namespace heteroscope
