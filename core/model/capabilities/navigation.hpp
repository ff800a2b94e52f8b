#pragma once

#include <string_view>

namespace heteroscope {

/// The parameters that move when the picture is zoomed and panned, by id. `y_up`: the second coordinate grows upward.
struct Navigation {
  std::string_view center_x;
  std::string_view center_y;
  std::string_view span;  ///< width of the view, in the coordinates' unit
  bool y_up = true;
  std::string_view detail;  ///< the parameter that `[` and `]` halve and double
};

}  // namespace heteroscope
