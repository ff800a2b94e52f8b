#include "app/window/features/lessons/lesson_task.hpp"

#include <fmt/format.h>

#include <functional>
#include <stop_token>
#include <utility>

#include "app/text/format.hpp"

namespace heteroscope {
namespace {

/// Passes the measurement's progress to the task, and the task's end to the measurement.
class LessonWatch final : public BenchWatch {
 public:
  LessonWatch(std::stop_token given_up, std::function<void(const BenchProgress&)> tell)
      : given_up_(std::move(given_up)), tell_(std::move(tell)) {}
  void comes(const BenchProgress& at) override { tell_(at); }
  [[nodiscard]] bool stopped() override { return given_up_.stop_requested(); }

 private:
  std::stop_token given_up_;
  std::function<void(const BenchProgress&)> tell_;
};

}  // namespace

void LessonTask::start(const Lesson& lesson, LessonScale scale, const Result& first_saves) {
  LessonRun first{.lesson = lesson.id, .measured = std::nullopt};
  begin(lesson.rows.front().settings, std::move(first), "", [this, lesson, scale, first_saves] {
    LessonWatch watch(stop_token(), [this](const BenchProgress& at) {
      tell(at.share, at.now + (at.left_s ? fmt::format(", about {} left", rough_time(*at.left_s)) : ""));
    });
    Result measured = measure_lesson(lesson, lesson_effort(scale), watch, &first_saves);
    if (given_up()) return;
    change([&](LessonRun& made) { made.measured = std::move(measured); });
    set_share(1);
  });
}

}  // namespace heteroscope
