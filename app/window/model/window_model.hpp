#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/window/model/pictures/comparison.hpp"
#include "app/window/model/scope/grid_layout.hpp"
#include "app/window/model/scope/scope_replay.hpp"
#include "app/window/model/scope/scope_show.hpp"
#include "app/window/model/times/clock.hpp"
#include "app/window/model/times/frame_history.hpp"
#include "app/window/model/times/run_history.hpp"
#include "app/window/model/undo.hpp"
#include "app/window/model/views/picture_view.hpp"
#include "app/window/model/views/switching.hpp"
#include "app/window/model/views/view_target.hpp"
#include "core/model/settings/settings.hpp"
#include "core/run/escape_limit.hpp"

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

/// How the limit of iterations follows the view, where a person wants it automatic (Preferences::automatic_limit).
struct LimitState {
  std::optional<LimitFinding>
      found;             ///< the limit that suits the present view; none while it is searched, or if none is searched
  bool held = true;      ///< the limit came with the view, like that of a saved view, and stays until the view moves
  bool by_hand = false;  ///< a person has chosen the limit since the view came
  std::optional<bool> returned;  ///< set in a frame in which a view returns with its limit: whether that is held
  std::string trouble;           ///< why the search failed, in one line; else empty
};

/// The run of a workload that goes on step by step.
struct RunState {
  bool ended = false;  ///< it takes no more steps, because it has settled or has taken the last one
  RunHistory history;
  StepRate rate;
};

/// A change of the settings, which lasts as long as this object. It writes to the settings directly; at its end the
/// model compares them with those before.
class Edit {
 public:
  Edit(Settings& settings, std::uint64_t& revision) : settings_(settings), revision_(revision), before_(settings) {}
  ~Edit() {
    if (settings_ != before_) ++revision_;
  }
  Edit(const Edit&) = delete;
  Edit& operator=(const Edit&) = delete;
  [[nodiscard]] Settings& operator*() const { return settings_; }
  [[nodiscard]] Settings* operator->() const { return &settings_; }

 private:
  Settings& settings_;
  std::uint64_t& revision_;
  const Settings before_;
};

/// The choices of a person: what is computed and how it is shown.
struct WindowModel {
  Catalog catalog;
  const Workload* workload = nullptr;  ///< the workload of the settings, set by the shell
  Comparison comparison;
  Undo undo;
  std::optional<Settings>
      chosen;  ///< settings of another workload, which replace the present ones once all panels are built
  SourceMemory sources;
  FrameHistory frames;  ///< the times of the workload's frames
  SaveNumbers saves;    ///< of all workloads

  // The view.
  PictureView picture;  ///< the view of a file or a pattern; every other view is in the settings
  ViewHistory views;
  LimitState limit;

  bool running = false;  ///< the picture is computed again and again, or steps or a clock go on
  RunState run;
  ClockRun clock;
  ScopeState scope;

  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// Begins a change; the settings change in no other way. After each frame of the window the settings before it are
  /// noted (`undo`).
  [[nodiscard]] Edit edit() { return {settings_, revision_}; }
  /// Returns a number that grows with each change of the settings.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

 private:
  Settings settings_;
  std::uint64_t revision_ = 0;
};

}  // namespace heteroscope
