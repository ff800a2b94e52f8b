#pragma once

#include <string>

#include "app/window/feature/told_progress.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// The request of a person who pressed one of a measurement's buttons.
enum class MeasuringChoice { none, again, give_up };

/// How a measurement stands that begins by itself and has no page of its own.
struct MeasuringRow {
  bool running = false;  ///< something is being measured
  bool stopped = false;  ///< a person has stopped it
  double share = 0;      ///< the part that is done, 0 to 1
  std::string now;       ///< what is being measured
};

/// Returns how the newest request of a LatestTask stands, whose work tells `progress` what it measures. A request whose
/// results are all known is made without measuring, and does not count as running.
template <class Task>
MeasuringRow measuring_row_of(const Task& task, const ToldProgress& progress) {
  const bool stopped = task.given_up();
  MeasuringRow out{.stopped = stopped, .share = progress.share(), .now = progress.now()};
  out.running = task.busy() && !stopped && !out.now.empty();
  return out;
}

/// Draws a bar of what is done and, in the room that is left up to `right`, what is being measured.
void progress_bar(const Ui& ui, double share, const std::string& now, float right);
/// Returns the height of measuring_row(), for what is drawn above it; 0 where nothing is drawn.
float height_of(const MeasuringRow& row);
/// Draws a line with that bar and a button that stops the measurement, or begins it again where it was stopped. Nothing
/// is drawn otherwise.
MeasuringChoice measuring_row(const Ui& ui, const MeasuringRow& row);

/// Does to a LatestTask what was asked for.
template <class Task>
void apply(MeasuringChoice choice, Task& task) {
  if (choice == MeasuringChoice::give_up) task.give_up();
  if (choice == MeasuringChoice::again) task.again();
}

}  // namespace heteroscope
