#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/model/limit_state.hpp"
#include "app/window/model/pictures/comparison.hpp"
#include "app/window/model/recorder.hpp"
#include "app/window/model/scope/scope_state.hpp"
#include "app/window/model/times/clock.hpp"
#include "app/window/model/times/frame_history.hpp"
#include "app/window/model/times/run_history.hpp"
#include "app/window/model/undo.hpp"
#include "app/window/model/views/own_views.hpp"
#include "app/window/model/views/picture_view.hpp"
#include "app/window/model/views/switching.hpp"
#include "app/window/model/views/view_target.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

struct CountedProblem;
class TunedWinners;

/// A workload that goes on step by step, as it is shown.
struct RunState {
  bool ended = false;  ///< it takes no more steps: it has settled, or has taken all it may
  RunHistory history;
  StepRate rate;
};

/// GPUs that stopped while the window was open.
struct GpuLoss {
  int count = 0;
  std::string what;                   ///< of the last one, in words; empty while all are well
  Processor before = Processor::cpu;  ///< that was chosen before the first
  GpuChoice gpus_before;
  bool others = false;  ///< other GPUs compute in its place
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
  GpuLoss gpu_loss;

  // The view.
  PictureView picture;  ///< of a file or a pattern; every other view is in the settings
  ViewHistory views;
  LimitState limit;

  bool running = false;  ///< computes again and again; a workload with steps or a clock goes on
  RunState run;
  ClockRun clock;
  ScopeState scope;

  // What is measured and made beside the picture, as those say who do it.
  std::shared_ptr<const CountedProblem> counted;  ///< by the GPU's counters, of the settings; null: nothing
  std::shared_ptr<const TunedWinners> tuned;      ///< the fastest ways that searches have found; null: none
  std::string bench;                              ///< how far one is that is measured; empty: none is
  std::string production;                         ///< how far the one is that is made; empty: none is
  bool measuring = false;                         ///< times are measured beside: nothing else should be computed
  bool producing = false;                         ///< a step of it computes beside the window

  bool closing = false;  ///< once what is being made has come to its end
  bool panels_hidden = false;
  bool walking = false;       ///< keys are the panels', to go through them
  bool presenting = false;    ///< the whole screen has the picture, with large numbers over it
  bool export_waits = false;  ///< for the full picture
  std::string present_view;  ///< the kept view that is on the screen, by its picture; empty: none, or something goes on
  std::filesystem::path export_folder;
  std::vector<std::string> recent;  ///< paths that were opened, newest first
  OwnViews own_views;
  Recorder recorder;

  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// To change them; what was there before is noted once a step of the window (`undo`).
  [[nodiscard]] Settings& edit() { return settings_; }

 private:
  Settings settings_;
};

}  // namespace heteroscope
