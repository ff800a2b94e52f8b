#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/lessons/steps.hpp"
#include "app/window/features/lessons/lesson_feature.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/plural.hpp"
#include "core/own/source/own_source.hpp"

/// The part of lessons in which a person writes a file, which is measured at each save.
namespace heteroscope {
namespace {

/// The present save of a file for that processor, one that was not measured yet before another; null: none is open.
const OwnSource* opened_own_file(const Lesson& lesson, Processor processor,
                                 const std::vector<const OwnSource*>& measured) {
  const OwnSource* out = nullptr;
  for (const NamedVariant& each : written_stage(lesson).variants) {
    const OwnSource* const file = each.variant->own;
    if (file == nullptr || file->processor != processor) continue;
    const bool is_new = std::ranges::find(measured, file) == measured.end();
    if (out == nullptr || is_new) out = file;
  }
  return out;
}

void paragraph(ImU32 color, const std::string& text) {
  colored_words(color, text);
  ImGui::Spacing();
}

}  // namespace

std::vector<const OwnSource*> LessonFeature::open_files() {
  const Lesson& lesson = lessons_[*chosen_];
  std::vector<const OwnSource*> out;
  for (const Processor each : written_for(lesson)) {
    if (const OwnSource* const file = opened_own_file(lesson, each, now().files)) out.push_back(file);
  }
  return out;
}

/// Measures the lesson's files once a save of one has compiled, while the lesson is shown.
void LessonFeature::measure_saves(const Window& window) {
  if (!is_open() || !chosen_ || trying_ || task_.running() || !lessons_[*chosen_].is_written()) return;
  std::vector<const OwnSource*> files = open_files();
  if (files.empty() || files == now().files) return;
  now().files = std::move(files);
  measure_files(window);
}

void LessonFeature::measure_files(const Window& window) {
  measure(window, with_files(lessons_[*chosen_], now().files));
}

/// Draws the steps of processors that can compute here first.
void LessonFeature::draw_steps(const Window& window) {
  const Lesson& lesson = lessons_[*chosen_];
  std::vector<Processor> processors = written_for(lesson);
  const auto is_missing = [&](Processor processor) {
    for (std::size_t i = 0; i < lesson.rows.size(); ++i) {
      if (lesson.rows[i].own && lesson.rows[i].own->processor == processor) return !now().why_not[i].empty();
    }
    return true;
  };
  std::stable_partition(processors.begin(), processors.end(), [&](Processor each) { return !is_missing(each); });
  for (const Processor each : processors) draw_steps_for(window, each);
}

void LessonFeature::draw_steps_for(const Window& window, Processor processor) {
  const Ui& ui = window.ui;
  const Lesson& lesson = lessons_[*chosen_];
  const std::vector<std::size_t> steps = steps_for(lesson, processor);
  const auto& taken = now().taken;
  const std::size_t done = taken ? reached(lesson, *taken, processor) : 0;
  ImGui::PushID(words_of(processor));
  step_heading(ui,
               fmt::format("Write it for the {}: {} of {}", words_of(processor), done, plural(steps.size(), "step")));
  draw_file(ui, processor);
  for (std::size_t i = 0; i < std::min(done + 1, steps.size()); ++i) {
    const bool is_reached = i < done;
    const std::string head =
        fmt::format("Step {}{}. {}", i + 1, is_reached ? ", reached" : "", lesson.questions[steps[i]].ask);
    paragraph(is_reached ? ui.theme().cpu : ui.theme().text, head);
    if (taken) {
      for (const std::string& said : taken->questions[steps[i]].said) paragraph(ui.theme().dim, said);
    }
    if (!is_reached) draw_hints(ui, steps[i]);
  }
  ImGui::PopID();
}

/// Draws which file is measured, or the button that writes one.
void LessonFeature::draw_file(const Ui& ui, Processor processor) {
  const Lesson& lesson = lessons_[*chosen_];
  const OwnSource* const file = opened_own_file(lesson, processor, now().files);
  if (file != nullptr) {
    paragraph(ui.theme().dim, fmt::format("{} is measured at each save.", file->id()));
    return;
  }
  if (ImGui::Button(fmt::format("Write my file for the {}", words_of(processor)).c_str())) {
    const Stage& stage = written_stage(lesson);
    wanted_file_ = WantedFile{.workload = &written_workload(lesson), .stage = &stage, .processor = processor};
  }
  help(ui, fmt::format("Writes a file to start from, opens it in your editor, and measures it at each save. A file of "
                       "yours that is open already is taken. In a terminal: {}",
                       command_of_start(lesson, processor)));
}

/// Draws the hints of a step that are open, and the button that opens one more.
void LessonFeature::draw_hints(const Ui& ui, std::size_t step) {
  const std::vector<std::string>& hints = lessons_[*chosen_].questions[step].hints;
  std::size_t& open = now().hints[step];
  for (std::size_t i = 0; i < std::min(open, hints.size()); ++i)
    paragraph(ui.theme().notice, fmt::format("Hint {}: {}", i + 1, hints[i]));
  if (open >= hints.size()) return;
  const std::string label = fmt::format("Open a hint ({} left)##{}", hints.size() - open, step);
  if (ImGui::Button(label.c_str())) ++open;
  help(ui, "Hints open one by one, from vague to plain.");
}

}  // namespace heteroscope
