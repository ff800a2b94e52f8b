#include "app/window/features/lessons/lesson_task.hpp"

#include <functional>
#include <stop_token>
#include <utility>

namespace heteroscope {
namespace {

/// Passes the measurement's progress to the task, and the task's end to the measurement.
class LessonWatch final : public BenchWatch {
 public:
  LessonWatch(std::stop_token given_up, std::function<void(double share, const std::string& now)> tell)
      : given_up_(std::move(given_up)), tell_(std::move(tell)) {}
  void comes(const BenchProgress& at) override {
    tell_(at.all > 0 ? static_cast<double>(at.done) / static_cast<double>(at.all) : 0, at.now);
  }
  [[nodiscard]] bool stopped() override { return given_up_.stop_requested(); }

 private:
  std::stop_token given_up_;
  std::function<void(double share, const std::string& now)> tell_;
};

}  // namespace

void LessonTask::start(const Lesson& lesson, Catalog catalog, LessonScale scale, const Result& first_saves) {
  LessonRun first{.lesson = lesson.id, .now = {}, .measured = std::nullopt};
  begin(lesson.rows.front().settings, std::move(first), "", [this, lesson, catalog, scale, first_saves] {
    LessonWatch watch(stop_token(), [this](double share, const std::string& now) {
      set_share(share);
      change([&](LessonRun& made) { made.now = now; });
    });
    Result measured = measure_lesson(lesson, lesson_effort(scale), watch, &first_saves);
    if (given_up()) return;
    change([&](LessonRun& made) { made.measured = std::move(measured); });
    set_share(1);
  });
}

}  // namespace heteroscope
