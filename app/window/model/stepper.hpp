#pragma once

#include <optional>

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Advances a workload with steps or a clock frame by frame; steps start over when their problem changes.
class Stepper {
 public:
  /// Called when the settings may have changed: another problem begins at step 0, unless its steps were chosen with it.
  void follow(WindowModel& model);
  /// Called when all settings were set at once, so that their steps and strokes are kept.
  void accept(WindowModel& model);
  /// Called when the picture is on the screen: notes it and, while it plays, asks for the next steps or time. What is
  /// refused or has failed holds a run, which goes on with the next picture that comes.
  void advance(const Window& window);

 private:
  void note(const Window& window);

  std::optional<Settings> seen_;
  std::uint64_t noted_ = 0;
};

/// Opens another workload for a person; one that iterates plays at once.
void open_playing(WindowModel& model, const Workload& workload);
/// Plays or pauses; a run that has ended starts over.
void toggle_playing(const Window& window);
/// Pauses and takes one step, or advances a clock.
void step_once(const Window& window);
/// Goes back to step 0, with nothing painted, or to time 0.
void reset_run(const Window& window);

}  // namespace heteroscope
