#pragma once

#include <cstdint>
#include <optional>

#include "app/window/model/limit_state.hpp"
#include "app/window/model/pictures/comparison.hpp"
#include "app/window/model/scope/scope_state.hpp"
#include "app/window/model/times/clock.hpp"
#include "app/window/model/times/frame_history.hpp"
#include "app/window/model/times/run_history.hpp"
#include "app/window/model/undo.hpp"
#include "app/window/model/views/picture_view.hpp"
#include "app/window/model/views/switching.hpp"
#include "app/window/model/views/view_target.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

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
