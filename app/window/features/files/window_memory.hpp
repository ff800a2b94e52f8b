#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/features/files/remember.hpp"
#include "app/window/model/views/own_views.hpp"

namespace heteroscope {

/// Keeps for the next start what is set in a window, a short while after each change, together with what other windows
/// have kept meanwhile.
class WindowMemory final : public Feature {
 public:
  /// `found`: what the file holds, as it was read; its views and paths come into `views` and `recent`, which outlive
  /// this. An empty path: nothing is kept.
  WindowMemory(std::filesystem::path path, const Memory& found, OwnViews& views, std::vector<std::string>& recent);

  /// Writes what has changed and rested.
  void on_frame(const Window& window, const FrameStep& step) override;
  [[nodiscard]] Activity activity(const Window& window) const override;
  void keep(const Window& window) override;
  /// The window is opened again, as it is: at the end all of it is kept, not only what has changed.
  void keep_all() { anew_ = true; }

 private:
  void begin(const Memory& now);
  void write(const Window& window, Memory memory);

  std::filesystem::path path_;
  OwnViews& views_;
  std::vector<std::string>& recent_;
  Memory remembered_;           ///< what the file holds, as far as it is this window's
  std::optional<Memory> seen_;  ///< in the last frame, and since when
  double seen_s_ = 0;
  bool begun_ = false;
  bool unsaved_ = false;
  bool anew_ = false;
};

}  // namespace heteroscope
