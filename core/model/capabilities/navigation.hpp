#pragma once

#include <optional>
#include <string_view>

namespace heteroscope {

/// The parameters that say which plane is seen, by id: each point c of the first one has a plane of its own, that of
/// its Julia set, whose views are no views of the other.
struct JuliaPlane {
  std::string_view on;  ///< a switch
  std::string_view re;  ///< the parts of c
  std::string_view im;
  double whole = 0;  ///< the side of the square about 0 in which all of a Julia set is seen
};

/// The parameters that move when the picture is zoomed and panned, by id. `y_up`: the second coordinate grows upward.
struct Navigation {
  std::string_view center_x;
  std::string_view center_y;
  std::string_view span;        ///< width of the view, in the coordinates' unit
  std::string_view rotation{};  ///< angle of rows to the first axis, counterclockwise, in degrees; empty: always 0
  bool y_up = true;
  std::string_view detail;  ///< the parameter that `[` and `]` halve and double
  std::optional<JuliaPlane> julia{};
};

}  // namespace heteroscope
