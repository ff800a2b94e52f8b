#pragma once

#include <filesystem>
#include <vector>

#include "app/window/feature/desktop.hpp"
#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// Shows notices and messages: why the settings cannot be run, with buttons for settings that can; a GPU that has
/// stopped, until it works again or the window is closed; messages at the picture's lower left, above the graphs, or
/// below a page that lies over these, and beneath open menus, with a button that shows a written file in its folder.
class Notices final : public Feature {
 public:
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::file; }
  void strip(const Window& window, OverlaySpace& space) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  [[nodiscard]] Activity activity(const Window& window) const override;

 private:
  void messages(Ui& ui, OverlaySpace& space);
  /// Shows it in its folder in the desktop's file manager.
  void show_folder(Ui& ui, const std::filesystem::path& file);

  Desktop desktop_;
};

}  // namespace heteroscope
