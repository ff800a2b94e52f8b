#pragma once

#include <filesystem>
#include <vector>

#include "app/window/feature/desktop.hpp"
#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// What a person is told: why the settings cannot be run, with what makes them possible; a GPU that has stopped, until
/// it works again or the window is closed; messages, at the picture's lower left and over whatever is open, of which
/// those about a written file have a button that shows it in its folder.
class Notices final : public Feature {
 public:
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::file; }
  void overlay(const Window& window, OverlaySpace& space) override;
  [[nodiscard]] Activity activity(const Window& window) const override;

 private:
  void messages(Ui& ui, const Rect& rect, Covered& covered);
  /// Shows it in its folder in the desktop's file manager.
  void show_folder(Ui& ui, const std::filesystem::path& file);

  Desktop desktop_;
};

}  // namespace heteroscope
