#include <algorithm>

#include "app/analysis/reading.hpp"
#include "app/files/own_folder.hpp"
#include "app/results/fact_columns.hpp"
#include "app/window/features/lessons/lesson_feature.hpp"
#include "core/base/failure.hpp"
#include "core/device/cpu/cpu_facts.hpp"

/// The part of lessons that keeps predictions and measurements from one start to the next.
namespace heteroscope {
namespace {

/// Returns whether the lesson still asks what was answered.
bool asks_the_same(const Lesson& lesson, const TakenLesson& taken) {
  return std::ranges::equal(lesson.questions, taken.questions, [](const LessonQuestion& now, const Explained& then) {
    return now.ask == then.ask && now.choices == then.choices;
  });
}

bool measured_here(const Result& measured) {
  return machine_fact(measured, column::machine::cpu) == cpu_facts().name;
}

}  // namespace

void LessonFeature::restore(const Window& window) {
  kept_in_ = predictions_path();
  RecalledPredictions predicted = recall_predictions(kept_in_);
  kept_ = std::move(predicted.predictions);
  kept_answers_in_ = kept_answers_path();
  RecalledAnswers measured = recall_answers(kept_answers_in_);
  kept_answers_ = std::move(measured.answers);
  const std::size_t length = std::min(kept_answers_.name.size(), name_.size() - 1);
  std::ranges::copy_n(kept_answers_.name.begin(), static_cast<std::ptrdiff_t>(length), name_.begin());
  for (const std::string& each : {predicted.trouble, measured.trouble}) {
    if (!each.empty()) window.ui.fail(each);
  }
}

void LessonFeature::take_kept(const Lesson& lesson, MeasurementState& to) const {
  const auto kept = std::ranges::find(kept_answers_.lessons, lesson.id, &TakenLesson::id);
  if (kept == kept_answers_.lessons.end() || lesson.is_written()) return;
  if (!asks_the_same(lesson, *kept) || !measured_here(kept->measured)) return;
  to.taken = *kept;
  for (std::size_t i = 0; i < to.predictions.size(); ++i) to.predictions[i] = kept->questions[i].predicted;
}

void LessonFeature::begin_anew() {
  MeasurementState& of = now();
  of.taken.reset();
  of.predictions.assign(of.predictions.size(), std::nullopt);
  changed_.insert(lessons_[*chosen_].id);
}

void LessonFeature::keep(const Window& window) {
  if (kept_in_.empty() || lessons_.empty()) return;
  Predictions now = kept_;
  for (std::size_t i = 0; i < lessons_.size(); ++i) now[lessons_[i].id] = standing_[i].predictions;
  if (now != kept_) {
    const Failure failed = attempt([&] { write_own_file(kept_in_, [&] { return predictions_text(now); }); });
    if (failed) window.ui.fail(failed.line);
  }
  if (changed_.empty() && !name_changed_) return;
  const Failure failed =
      attempt([&] { write_own_file(kept_answers_in_, [&] { return answers_json(kept_answers()); }); });
  if (failed) window.ui.fail(failed.line);
}

/// Returns the lessons that are in the file, with what this window has changed.
Answers LessonFeature::kept_answers() const {
  Answers out = recall_answers(kept_answers_in_).answers;
  if (name_changed_) out.name = name_.data();
  for (std::size_t i = 0; i < lessons_.size(); ++i) {
    if (lessons_[i].is_written() || !changed_.contains(lessons_[i].id)) continue;
    std::erase_if(out.lessons, [&](const TakenLesson& each) { return each.id == lessons_[i].id; });
    if (standing_[i].taken) put(out, *standing_[i].taken);
  }
  return out;
}

}  // namespace heteroscope
