#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/features/files/remember.hpp"
#include "app/window/model/views/own_views.hpp"

namespace heteroscope {

/// Writes the state of a window for the next start, shortly after each change, merged with changes that other windows
/// have written meanwhile.
class WindowMemory final : public Feature {
 public:
  /// `found`: the state that was read from the file; its views and paths are put into `views` and `recent`, which
  /// outlive this. With an empty path nothing is written.
  WindowMemory(std::filesystem::path path, const Memory& found, OwnViews& views, std::vector<std::string>& recent);

  /// Writes the state once it has changed and then stayed the same for a while.
  void on_frame(const Window& window, const FrameStep& step) override;
  [[nodiscard]] Activity activity(const Window& window) const override;
  void keep(const Window& window) override;
  /// Writes the whole state at the end, not only changes, because the window is opened anew with it.
  void keep_all() { anew_ = true; }

 private:
  void begin(const Memory& now);
  void write(const Window& window, Memory memory);

  std::filesystem::path path_;
  OwnViews& views_;
  std::vector<std::string>& recent_;
  Memory remembered_;           ///< this window's part of the file's state
  std::optional<Memory> seen_;  ///< the state in the last frame; since seen_s_
  double seen_s_ = 0;
  bool begun_ = false;
  bool unsaved_ = false;
  bool anew_ = false;
};

}  // namespace heteroscope
