#pragma once

#include "app/presenter.hpp"
#include "app/window/theme_kind.hpp"

namespace heteroscope {

/// What the window remembers beside the settings.
struct Preferences {
  ThemeKind theme = ThemeKind::dark;
  double text_size = 1;  ///< on top of the display's own scale
  DisplayWay display = DisplayWay::interop_texture;
  bool left = true;
  bool right = true;
  bool graphs = true;
  bool split_line = true;   ///< mark on the picture where the GPU's rows end
  bool log_counts = false;  ///< a histogram's bars show logarithms
  int width = 0;            ///< of the window, in screen coordinates; 0: not known yet
  int height = 0;
  bool operator==(const Preferences&) const = default;
};

}  // namespace heteroscope
