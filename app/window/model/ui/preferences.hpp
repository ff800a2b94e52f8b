#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/window/look/theme_kind.hpp"
#include "app/window/model/ui/display_way.hpp"
#include "core/trace/color.hpp"

namespace heteroscope {

inline constexpr int most_contour_levels = 40;
inline constexpr double smallest_brush = 0.005;
inline constexpr double largest_brush = 0.5;
inline constexpr double strongest_brush = 10;
inline constexpr double finest_notch = 1.25;
inline constexpr double coarsest_notch = 2;
inline constexpr std::size_t most_lens_variants = 2;
inline constexpr double shortest_movie_s = 0.01;
inline constexpr double longest_movie_s = 1e6;
inline constexpr int fastest_movie_rate = 1000;

/// The sizes of text that can be chosen, as factors of the display's own scale.
inline constexpr std::array text_sizes{0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 2.0};

/// The preferences that the window keeps beside the settings.
struct Preferences {
  ThemeKind theme = ThemeKind::dark;
  double text_size = 1;  ///< on top of the display's own scale
  DisplayWay display = DisplayWay::interop_texture;
  bool left = true;
  bool right = true;
  bool graphs = true;
  bool split_line = true;   ///< a mark on the picture shows where the GPU's rows end
  bool log_times = false;   ///< the axis of the frames' times is logarithmic
  bool log_counts = false;  ///< a histogram's bars show logarithms
  bool contours = false;    ///< lines of equal value over the picture of an iteration
  int contour_levels = 10;
  bool welcome = true;         ///< the doors are shown at the start
  bool roofline = false;       ///< the graph is the roofline
  bool run_plots = true;       ///< the graphs of an iteration show its run, not its times
  bool disks = true;           ///< the points that a result is computed from are drawn beside it
  double brush_radius = 0.06;  ///< a share of the picture's side
  double brush_strength = 0.2;
  bool automatic_limit = true;            ///< the limit of iterations follows the view
  double zoom_notch = finest_notch;       ///< the factor by which a notch of the wheel zooms
  std::optional<TraceColor> scope_color;  ///< the chosen color; none: scope_color() chooses
  bool scope_grids = true;                ///< the grids of blocks stand beside the cells
  double scope_share = 1;                 ///< opacity of the scope's colors over the picture; 1 hides it
  bool scope_costs = true;                ///< where both have no room, the table of costs is shown, not the timeline
  double replay_s = 10;                   ///< the duration of the scope's whole replay
  /// The variants that are ticked for the lens, by workload; where there is none, it shows the one that is chosen.
  std::map<std::string, std::vector<std::string>, std::less<>> lens_variants;
  double movie_s = 10;      ///< how long an ordered movie plays
  int movie_rate = 30;      ///< its frames a second
  std::string told_oddity;  ///< the id of the display's oddity that was said last; empty: none
  double left_width = 0;    ///< width to which the left panel was dragged, in units of the design; 0: the usual one
  double right_width = 0;   ///< the same of the right panel
  double graphs_height = 0;
  double timeline_height = 0;  ///< of a presentation
  int width = 0;               ///< width of the window in screen coordinates; 0: not known yet
  int height = 0;
  bool operator==(const Preferences&) const = default;
};

}  // namespace heteroscope
