#pragma once

#include <cstddef>
#include <optional>

#include "app/window/model/ui/ui.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// The editor of a palette that a person makes: a bar with a mark at each stop, which can be dragged, and the position
/// and the color of the chosen stop.
class StopsEditor {
 public:
  /// Draws the button that opens the editor, or the editor. It begins with the colors of the palette in use.
  void rows(const Ui& ui, Look& look);

 private:
  void bar(const Ui& ui, Look& look);
  void chosen_rows(const Ui& ui, Look& look);

  bool open_ = false;
  std::size_t chosen_ = 0;
  bool drags_ = false;
};

/// Returns `count` stops at equal distances with the colors of the look's palette.
std::vector<ColorStop> stops_like(const Look& look, std::size_t count);

}  // namespace heteroscope
