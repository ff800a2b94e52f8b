#pragma once

#include <string>

#include "app/bench/rows.hpp"
#include "app/lessons/lesson.hpp"
#include "app/results/result.hpp"

namespace heteroscope {

/// Why a row cannot be measured on this machine, in a line; empty where it can.
std::string why_not(const LessonRow& row);

/// Which of a lesson's rows this machine can measure.
struct LessonMeans {
  std::size_t can = 0;  ///< so many rows
  std::string why;      ///< of those that cannot, the first one's reason
  [[nodiscard]] bool all() const { return why.empty(); }
  [[nodiscard]] bool none() const { return can == 0; }
};
LessonMeans means_for(const Lesson& lesson);
/// "here", "in part here: no CUDA device", "not here: no CUDA device".
std::string means_text(const LessonMeans& means);

/// How often a lesson's rows are measured.
BenchEffort lesson_effort(LessonScale scale);

/// Measures all rows that this machine can, in turns where they compute the same, and works out what the lesson asks
/// for beside them. The result is one of bench, whose rows say which of the lesson they are; for what is missing it has
/// the reason. Where the watch stops it, the rest is missing. What a person's file computes is compared with the
/// reference first, and is missing where it does not agree. `first`: what was measured of the first save of that file;
/// null: it is this one. Throws BadInput if that was another problem.
Result measure_lesson(const Lesson& lesson, const BenchEffort& effort, BenchWatch& watch,
                      const Result* first = nullptr);

/// Whether something is missing because the watch stopped it.
bool was_ended(const Result& measured);

/// The measurements of another run of this lesson, from a file. Throws BadInput if they are of no lesson or of another.
Result load_measured(const std::string& path, const Lesson& lesson);

}  // namespace heteroscope
