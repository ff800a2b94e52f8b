#pragma once

#include "app/lessons/measure.hpp"
#include "app/window/feature/measuring_task.hpp"

namespace heteroscope {

/// A lesson's measurement, while it is made and afterwards.
struct LessonRun {
  std::string lesson;  ///< its id
  std::optional<Result> measured;
};

/// Measures a lesson's rows on a thread of its own. Its destructor stops it.
class LessonTask : public MeasuringTask<LessonRun> {
 public:
  ~LessonTask() { stop(); }

  /// Begins a measurement, after ending the one that is running. `first`: what was measured of first saves.
  void start(const Lesson& lesson, LessonScale scale, const Result& first = {});
};

}  // namespace heteroscope
