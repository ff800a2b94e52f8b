#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/window/model/scope/grid_layout.hpp"
#include "app/window/model/scope/scope_replay.hpp"
#include "app/window/model/scope/scope_show.hpp"

namespace heteroscope {

/// The state of the scope, which shows in place of the picture who computes which cell.
struct ScopeState {
  bool shown = false;
  bool as_computed = false;  ///< the trace of the frame is shown, even if a variant's blocks could be worked out
  PassKey pass;              ///< the pass of it; no name: the one that made the result
  std::string variant;       ///< the variant whose blocks are shown; empty: the chosen GPU variant

  std::shared_ptr<const ScopeShow> show;      ///< the newest picture; it may be of an earlier choice
  std::shared_ptr<const MappingTable> table;  ///< likewise; null before the first
  std::string missing;                        ///< why the chosen color or replay has no observed times, in one line
  bool busy = false;

  ScopeReplay replay;
  std::optional<std::int64_t> hovered;              ///< the span under the mouse
  std::optional<std::int64_t> pinned;               ///< the span that was clicked
  std::optional<std::int64_t> pressed;              ///< the span on which the mouse's button went down
  std::optional<std::int64_t> pointed_in_timeline;  ///< the span under the mouse in the timeline

  // The pane with the grids, in its own pixels.
  GridLayout layout;
  double zoom = 1;  ///< zoom factor of the layout
  Point shift;      ///< place of the zoomed layout's corner

  // The timeline.
  std::optional<TimeSpan> span;                        ///< the visible time span; none: all
  std::optional<UnitSpan> units;                       ///< the units with visible rows; none: all
  bool double_clicked = false;                         ///< a double click in the timeline whose button is still down
  int columns = 0;                                     ///< the timeline's width in pixels
  double rows_of_room = 0;                             ///< rows of the least height for which it has room
  std::shared_ptr<const TimelineShow> timeline_drawn;  ///< the newest timeline; it may be of another time span
  unsigned timeline = 0;                               ///< OpenGL's name of the timeline's texture; 0: there is none

  std::shared_ptr<const MappingMeasured> measured;  ///< the newest times; they may be of other settings
  std::shared_ptr<const TracingCost> cost;          ///< null: not known of these settings
};

}  // namespace heteroscope
