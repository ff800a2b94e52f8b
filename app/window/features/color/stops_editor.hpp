#pragma once

#include <cstddef>
#include <optional>

#include "app/window/model/ui/ui.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// The colors of a palette that a person makes: a bar with a mark at each stop, which is dragged, and the place and the
/// color of the chosen one.
class StopsEditor {
 public:
  /// A button that opens the editor, and the editor. It begins with the colors of the palette that is shown.
  void rows(const Ui& ui, Look& look);

 private:
  void bar(const Ui& ui, Look& look);
  void chosen_rows(const Ui& ui, Look& look);

  bool open_ = false;
  std::size_t chosen_ = 0;
  bool drags_ = false;
};

/// Stops of that number at equal distances, with the palette's colors.
std::vector<ColorStop> stops_like(const Look& look, std::size_t count);

}  // namespace heteroscope
