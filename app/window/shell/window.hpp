#pragma once

#include <filesystem>
#include <optional>

namespace heteroscope {

struct WindowOptions {
  /// Settings (.json), or a PNG that heteroscope wrote, to start from.
  std::optional<std::filesystem::path> open;
  /// A folder: run the scripted tour, write its pictures and timing table there, and end.
  std::optional<std::filesystem::path> tour;
  /// How results are to come to the screen, as display_ways has it; nothing: as was chosen last.
  std::optional<std::string> display;
};

/// The words for `--display`.
inline constexpr const char* display_ways = "host|texture|buffer";

/// Runs the window until it is closed. Returns the exit code. Throws BadInput where there is no display (it then names
/// `heteroscope render`), and for files that cannot be used.
int run_window(const WindowOptions& options);

}  // namespace heteroscope
