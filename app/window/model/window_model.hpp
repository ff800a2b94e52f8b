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

/// A workload that goes on step by step, as it is shown.
struct RunState {
  bool ended = false;  ///< it takes no more steps: it has settled, or has taken all it may
  RunHistory history;
  StepRate rate;
};

/// A change of the settings, which lasts as long as this object: what it leads to is written at once, and at its end
/// the model knows whether anything has become different.
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

/// What is computed and shown, as a person has chosen it.
struct WindowModel {
  Catalog catalog;
  const Workload* workload = nullptr;  ///< of the settings, as the shell has followed them
  Comparison comparison;
  Undo undo;
  std::optional<Settings> chosen;  ///< of another workload: they take the settings' place once all panels are built
  SourceMemory sources;
  FrameHistory frames;  ///< times of the workload's frames

  // The view.
  PictureView picture;  ///< of a file or a pattern; every other view is in the settings
  ViewHistory views;
  LimitState limit;

  bool running = false;  ///< computes again and again; a workload with steps or a clock goes on
  RunState run;
  ClockRun clock;
  ScopeState scope;

  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// The one way to change them. Once a step of the window what was there before it is noted (`undo`).
  [[nodiscard]] Edit edit() { return {settings_, revision_}; }
  /// Higher after each change of the settings.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

 private:
  Settings settings_;
  std::uint64_t revision_ = 0;
};

}  // namespace heteroscope
