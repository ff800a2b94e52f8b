#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/answers.hpp"
#include "app/lessons/predictions.hpp"
#include "app/window/feature/desktop.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/features/lens/lens_feature.hpp"
#include "app/window/features/lessons/lesson_task.hpp"

namespace heteroscope {

/// Lessons over the window: a list, and the steps of the one that was chosen. While its settings are tried it is a
/// strip above the picture.
class LessonFeature final : public OpenedFeature {
 public:
  explicit LessonFeature(LensFeature& lens, LessonScale scale = LessonScale::full) : lens_(lens), scale_(scale) {}

  [[nodiscard]] Action opened_by() const override { return action::toggle_lessons; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::learn; }
  void open(const Window& window) override;
  void close() override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void offer(const Window& window, std::vector<Offer>& to) override;
  void restore(const Window& window) override;
  void keep(const Window& window) override;
  void on_frame(const Window& window, const FrameStep& step) override;
  [[nodiscard]] Activity activity(const Window& /*window*/) const override {
    return {.busy = (is_open() && task_.running()) || !class_page_.empty(), .measuring = task_.running()};
  }

  [[nodiscard]] const LessonTask& task() const { return task_; }
  /// The lesson that is shown from now on. Throws BadInput for an id that none has.
  void choose(const std::string& id);
  /// Of a question of the lesson that is shown.
  void predict(std::size_t question, std::size_t choice) { now().predictions[question] = choice; }
  void measure(const Window& window, const Lesson& lesson);
  /// What was measured in the lesson that is shown.
  void explain_from(Result measured);
  /// The lesson's row is shown in the window, with what its text speaks of. Where its GPU variant cannot run it is
  /// worked out all the same, and the CPU computes the picture.
  void try_row(const Window& window, std::size_t row);
  /// The answers of one of a class, in the place of earlier ones of the same name. The list of lessons, which is shown
  /// then, offers to make a page of all of them.
  void add_answers(Answers answers, Ui& ui);
  /// Those of a class that were added.
  [[nodiscard]] const std::vector<Answers>& of_class() const { return class_; }
  /// Writes the page of the class into the export folder and opens it.
  void make_class_page(Ui& ui);
  /// A lesson that was measured; null: not yet.
  [[nodiscard]] const TakenLesson* taken(const std::string& id) const;

 private:
  /// What is known of a lesson in this window.
  struct MeasurementState {
    std::vector<std::string> why_not;  ///< by row: it cannot be measured here; empty: it can
    std::vector<Prediction> predictions;
    std::optional<TakenLesson> taken;
  };

  [[nodiscard]] MeasurementState& now() { return standing_[*chosen_]; }
  void take_measured();
  void draw_strip(const Window& window, OverlaySpace& space);
  void draw_window(const Window& window, OverlaySpace& space);
  void draw_list(Ui& ui);
  void list_row(const Ui& ui, std::size_t i);
  void draw_answers(Ui& ui);
  void draw_class(Ui& ui);
  void draw_page(const Window& window);
  void page_heading(Ui& ui);
  void row_buttons(const Window& window);
  /// Why the row cannot be tried, in a line; empty where it can, or where what the lesson opens needs no GPU for it.
  [[nodiscard]] std::string why_not_tried(const WindowModel& model, std::size_t row);
  void draw_questions(const Ui& ui);
  void question(const Ui& ui, std::size_t i);
  void draw_measuring(const Window& window);
  void draw_measured(Ui& ui);
  /// With two processors, of a lesson whose two threads tie by symmetry.
  void three_threads_button(const Window& window);

  LensFeature& lens_;
  LessonScale scale_;
  std::vector<Lesson> lessons_;  ///< empty until it is opened first
  std::vector<MeasurementState> standing_;
  std::optional<std::size_t> chosen_;
  std::filesystem::path kept_in_;  ///< where predictions are kept; empty: nowhere
  Predictions kept_;               ///< of earlier starts
  std::string wanted_;             ///< the id of the lesson that the search has found, until it is shown
  bool trying_ = false;
  bool to_top_ = false;  ///< another page is shown next
  std::array<char, 64> name_{};
  std::vector<Answers> class_;
  std::filesystem::path class_page_;  ///< a page that was written and is to be opened; empty: none
  Desktop desktop_;
  LessonTask task_;
  double began_s_ = 0;                          ///< the measurement, in GLFW's time
  std::shared_ptr<const LessonRun> explained_;  ///< the measurement whose explanation is there
};

}  // namespace heteroscope
