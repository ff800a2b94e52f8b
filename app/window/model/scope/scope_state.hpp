#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/window/model/scope/grid_layout.hpp"
#include "app/window/model/scope/scope_replay.hpp"
#include "app/window/model/scope/scope_show.hpp"

namespace heteroscope {

/// The cover view: who computes which cell, in the picture's place.
struct ScopeState {
  bool shown = false;
  bool as_computed = false;  ///< from the trace of the frame, also where a variant's blocks are known without one
  PassKey pass;              ///< of it; no name: the one that made the result
  std::string variant;       ///< whose blocks; empty: the chosen GPU variant's

  std::shared_ptr<const ScopeShow> show;      ///< the newest; it may be of what was chosen before
  std::shared_ptr<const MappingTable> table;  ///< likewise; null before the first
  std::string missing;                        ///< one line: what keeps the chosen color or replay from being observed
  bool busy = false;

  ScopeReplay replay;
  std::optional<std::int64_t> hovered;              ///< piece under the mouse
  std::optional<std::int64_t> pinned;               ///< piece that was clicked
  std::optional<std::int64_t> pressed;              ///< piece on which the mouse's button went down
  std::optional<std::int64_t> pointed_in_timeline;  ///< piece under the mouse there

  // The pane with the grids, in its own pixels.
  GridLayout layout;
  double zoom = 1;  ///< of the layout
  Point shift;      ///< of the zoomed layout's corner

  // Who was busy when.
  std::optional<TimeSpan> span;   ///< of the timeline that is looked at; none: all of what is shown
  std::optional<UnitSpan> units;  ///< whose rows are looked at; none: all
  bool double_clicked = false;    ///< in the timeline, and not yet let go
  bool shows_costs = true;        ///< of covers; instead of the timeline, where there is no room for both
  int columns = 0;                ///< pixels that it is wide
  double rows_of_room = 0;        ///< of the least height, that it has room for
  std::shared_ptr<const TimelineShow> timeline_drawn;  ///< the newest; it may be of another span
  unsigned timeline = 0;                               ///< OpenGL's name of its texture; 0: there is none

  std::shared_ptr<const MappingMeasured> measured;  ///< the newest; it may be of other settings
  std::shared_ptr<const TracingCost> cost;          ///< null: not known of these settings
};

}  // namespace heteroscope
