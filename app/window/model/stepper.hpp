#pragma once

#include <optional>

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Carries a workload with steps or a clock on, frame by frame; steps start over when their problem changes.
class Stepper {
 public:
  /// After the settings may have changed: another problem begins at step 0, unless its steps were chosen with it.
  void follow(WindowModel& model);
  /// The settings came as a whole: their steps and strokes are meant.
  void accept(WindowModel& model);
  /// After the picture is on the screen: notes it, and asks for the next steps, or for its time, while it plays.
  void advance(const Window& window);

 private:
  void note(const Window& window);

  std::optional<Settings> seen_;
  std::uint64_t noted_ = 0;
};

/// Another workload was opened by hand: one that iterates plays at once.
void open_playing(WindowModel& model, const Workload& workload);
/// Plays, or pauses; what has come to its end starts over.
void toggle_playing(const Window& window);
/// Pauses and takes one step, of a clock one of time.
void step_once(const Window& window);
/// Back to step 0, with nothing painted, or to time 0.
void reset_run(const Window& window);

}  // namespace heteroscope
