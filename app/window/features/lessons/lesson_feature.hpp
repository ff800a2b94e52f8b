#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/answers.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/features/lessons/lesson_task.hpp"

namespace heteroscope {

/// Lessons over the window: a list, and the steps of the one that was chosen. While its settings are tried it is a
/// strip above the picture.
class LessonFeature final : public OpenedFeature {
 public:
  explicit LessonFeature(LessonScale scale = LessonScale::full) : scale_(scale) {}

  [[nodiscard]] Action opened_by() const override { return action::toggle_lessons; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  void open(State& state) override;
  void close() override;
  void overlay(State& state, OverlaySpace& space) override;
  [[nodiscard]] Activity activity(const State& /*state*/) const override {
    return {.busy = is_open() && task_.running(), .measuring = task_.running()};
  }

  [[nodiscard]] const LessonTask& task() const { return task_; }
  /// The lesson that is shown from now on. Throws BadInput for an id that none has.
  void choose(const State& state, const std::string& id);
  /// Of a question of the lesson that is shown.
  void predict(std::size_t question, std::size_t choice) { now().predictions[question] = choice; }
  void measure(State& state);
  /// What was measured in the lesson that is shown.
  void explain_from(Result measured);
  /// The lesson's row is shown in the window.
  void try_row(State& state, std::size_t row);
  /// A lesson that was measured; null: not yet.
  [[nodiscard]] const TakenLesson* taken(const std::string& id) const;

 private:
  /// What is known of a lesson in this window.
  struct Standing {
    std::vector<std::string> why_not;  ///< by row: it cannot be measured here; empty: it can
    std::vector<Prediction> predictions;
    std::optional<TakenLesson> taken;
  };

  [[nodiscard]] Standing& now() { return standing_[*chosen_]; }
  void take_measured();
  void draw_strip(State& state, OverlaySpace& space);
  void draw_window(State& state, OverlaySpace& space);
  void draw_list(State& state);
  void list_row(const State& state, std::size_t i);
  void draw_answers(State& state);
  void draw_page(State& state);
  void page_heading(State& state);
  void row_buttons(State& state);
  void draw_questions(const State& state);
  void question(const State& state, std::size_t i);
  void draw_measuring(State& state);
  void draw_measured(const State& state);

  LessonScale scale_;
  std::vector<Lesson> lessons_;  ///< empty until it is opened first
  std::vector<Standing> standing_;
  std::optional<std::size_t> chosen_;
  bool trying_ = false;
  bool to_top_ = false;  ///< another page is shown next
  std::array<char, 64> name_{};
  LessonTask task_;
  std::shared_ptr<const LessonRun> explained_;  ///< the measurement whose explanation is there
};

}  // namespace heteroscope
