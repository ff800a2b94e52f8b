#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/answers.hpp"
#include "app/lessons/predictions.hpp"
#include "app/window/feature/desktop.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/features/lessons/lesson_task.hpp"

namespace heteroscope {

/// The page of lessons: a list, or the steps of the chosen lesson. While a lesson's settings are tried, it is a strip
/// above the picture.
class LessonFeature final : public OpenedFeature {
 public:
  explicit LessonFeature(LessonScale scale = LessonScale::full) : scale_(scale) {}

  [[nodiscard]] Action opened_by() const override { return action::toggle_lessons; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::learn; }
  void open(const Window& window) override;
  /// Gives up a measurement under way, unlike the bench's, whose rows note when the window was in use: a lesson's times
  /// are for a window in which nothing else is done. The next frame says so.
  void close() override;
  /// From the strip back to the lesson.
  bool unfold() override { return std::exchange(trying_, false); }
  void strip(const Window& window, OverlaySpace& space) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void offer(const Window& window, std::vector<Offer>& to) override;
  void restore(const Window& window) override;
  void keep(const Window& window) override;
  void on_frame(const Window& window, const FrameStep& step) override;
  [[nodiscard]] Activity activity(const Window& /*window*/) const override {
    return {.busy = (is_open() && task_.running()) || !class_page_.empty() || !lost_.empty(),
            .measuring = task_.running()};
  }

  /// The file to start from that a person wants for a lesson.
  struct WantedFile {
    const Workload* workload;
    const Stage* stage;
    Processor processor;
  };

  /// Returns which file is to be written, once.
  std::optional<WantedFile> take_wanted_file() { return std::exchange(wanted_file_, std::nullopt); }
  [[nodiscard]] const LessonTask& task() const { return task_; }
  /// Shows the lesson with that id. Throws BadInput where there is none.
  void choose(const std::string& id);
  /// Notes the prediction for a question of the lesson that is shown.
  void predict(std::size_t question, std::size_t choice) { now().predictions[question] = choice; }
  /// Forgets the predictions and the measurement of the lesson that is shown, so that somebody can begin it.
  void begin_anew();
  void measure(const Window& window, const Lesson& lesson);
  /// Takes a measurement of the lesson that is shown, and explains it.
  void explain_from(Result measured);
  /// Puts a row's settings into the window, and opens the views that the lesson speaks of. Where the row's GPU variant
  /// cannot run, the lens and the scope work it out, and the CPU computes the picture.
  void try_row(const Window& window, std::size_t row);
  /// Returns whether the window computes with the variant of that row of the lesson that is shown, which was the last
  /// to be tried.
  [[nodiscard]] bool is_tried(const WindowModel& model, std::size_t row) const;
  /// Adds the answers of one student, in place of earlier ones of the same name, and shows the list of lessons, which
  /// then offers to make a page of all of them.
  void add_answers(Answers answers, Ui& ui);
  /// Returns the answers of a class that were added.
  [[nodiscard]] const std::vector<Answers>& of_class() const { return class_; }
  /// Writes the page of the class into the export folder and opens it.
  void make_class_page(Ui& ui);
  /// Returns the measured lesson with that id; null where it has not been measured.
  [[nodiscard]] const TakenLesson* taken(const std::string& id) const;

 private:
  /// A lesson's predictions and measurement in this window.
  struct MeasurementState {
    std::vector<std::string> why_not;  ///< for each row why it cannot be measured here; empty where it can
    std::vector<Prediction> predictions;
    std::optional<TakenLesson> taken;
    std::vector<std::size_t> hints;       ///< how many of each step's are open
    std::vector<const OwnSource*> files;  ///< the saves that were measured last
    Result first;                         ///< rows of the files as they were measured first
  };

  [[nodiscard]] MeasurementState& now() { return standing_[*chosen_]; }
  void take_measured();
  /// Takes what was measured of a lesson at an earlier start, if the lesson asks the same now and this is the machine.
  void take_kept(const Lesson& lesson, MeasurementState& to) const;
  [[nodiscard]] Answers kept_answers() const;
  void draw_window(const Window& window, OverlaySpace& space);
  void draw_list(Ui& ui);
  void list_row(const Ui& ui, std::size_t i);
  void draw_answers(Ui& ui);
  void draw_class(Ui& ui);
  void draw_page(const Window& window);
  void page_heading(Ui& ui);
  void row_buttons(const Window& window);
  /// Returns one line on why the row cannot be tried; empty where it can, also where the views that the lesson opens
  /// need no GPU for it.
  [[nodiscard]] std::string why_not_tried(const WindowModel& model, std::size_t row);
  void draw_questions(const Ui& ui);
  void question(const Ui& ui, std::size_t i);
  void draw_measuring(const Window& window);
  void draw_measured(const Window& window);
  /// Returns the person's files for the lesson that is shown, as they were saved last.
  [[nodiscard]] std::vector<const OwnSource*> open_files();
  void measure_saves(const Window& window);
  void measure_files(const Window& window);
  void draw_steps(const Window& window);
  void draw_steps_for(const Window& window, Processor processor);
  void draw_file(const Ui& ui, Processor processor);
  void draw_hints(const Ui& ui, std::size_t step);
  static void step_heading(const Ui& ui, const std::string& words);
  /// Returns in one line why the lesson cannot be measured yet; empty: it can.
  [[nodiscard]] std::string why_not_yet();
  void draw_explained(const Ui& ui, const TakenLesson& taken);
  /// Draws the button that measures with three threads, on a CPU with two and in a lesson where two tie by symmetry.
  void three_threads_button(const Window& window);

  LessonScale scale_;
  std::vector<Lesson> lessons_;  ///< empty until it is opened first
  std::vector<MeasurementState> standing_;
  std::optional<std::size_t> chosen_;
  std::filesystem::path kept_in_;          ///< the file in which predictions are kept; empty: none
  Predictions kept_;                       ///< predictions of earlier starts
  std::filesystem::path kept_answers_in_;  ///< the file in which measured lessons are kept; empty: none
  Answers kept_answers_;                   ///< lessons that were measured at earlier starts
  std::set<std::string> changed_;          ///< ids of the lessons that were measured or begun anew at this one
  std::string wanted_;  ///< the id of the lesson that was chosen in the menu or the search, until it is shown
  std::vector<std::pair<std::string, std::string>> titles_;  ///< by id; empty until they are offered first
  bool trying_ = false;
  const LessonRow* tried_ = nullptr;  ///< the row whose settings were put into the window last; null: none yet
  bool to_top_ = false;               ///< the next page is shown from its top
  bool to_measured_ = false;          ///< the page goes to what is measured
  std::array<char, 64> name_{};
  bool name_changed_ = false;
  std::vector<Answers> class_;
  std::filesystem::path class_page_;  ///< a page that was written and is to be opened; empty: none
  std::string lost_;                  ///< the measurement that closing gave up, until it is said; empty: none
  std::optional<WantedFile> wanted_file_;
  Desktop desktop_;
  LessonTask task_;
  std::shared_ptr<const LessonRun> explained_;  ///< the measurement whose explanation is there
};

}  // namespace heteroscope
