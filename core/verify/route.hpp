#pragma once

#include <string>
#include <string_view>

namespace heteroscope {

/// How a case's frame comes about. Without any of these it is computed whole, for the host, in one go, as `render`
/// does; each adds something that the window does.
struct Route {
  bool traced = false;       ///< with a trace, which is looked at, too
  int band = 0;              ///< with a cancel flag, in bands of at most so many rows, pieces or steps; 0: in one go
  bool interrupted = false;  ///< cancelled on the way, and then asked for again
  bool moved = false;        ///< after a frame of another view or size by the same executor
  bool carried = false;      ///< of an iteration: half of the steps first, on the CPU, and then the others
  bool shown = false;        ///< it stays on the device, and is summarized, sampled and colored there, too

  bool operator==(const Route&) const = default;
  /// Whether it matters from what an iteration's frame may continue.
  [[nodiscard]] bool keeps_state() const { return interrupted || moved || carried; }
};

/// "traced,band:3,moved"; "plain" where nothing is added.
std::string route_text(const Route& route);
/// Throws BadInput with the known words.
Route parse_route(std::string_view text);

}  // namespace heteroscope
