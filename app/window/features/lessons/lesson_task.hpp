#pragma once

#include "app/lessons/measure.hpp"
#include "app/window/feature/measuring_task.hpp"

namespace heteroscope {

/// What was measured in a lesson.
struct LessonRun {
  std::string lesson;  ///< its id
  std::string now;     ///< what is being measured
  std::optional<Result> measured;
};

/// Measures a lesson's rows beside the window's thread. Given up when it goes.
class LessonTask : public MeasuringTask<LessonRun> {
 public:
  ~LessonTask() { stop(); }

  /// Begins, after giving up what is under way.
  void start(const Lesson& lesson, Catalog catalog, LessonScale scale);
};

}  // namespace heteroscope
