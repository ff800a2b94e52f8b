#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/analysis/graphs/svg.hpp"
#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/results/lesson_columns.hpp"
#include "app/results/row_columns.hpp"
#include "app/text/format.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/features/lessons/lesson_feature.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/widgets/buttons_in_turn.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/device/cpu/cpu_facts.hpp"

/// The page of one lesson, with its steps.
namespace heteroscope {
namespace {

void paragraph(const std::string& text) {
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::Spacing();
}

/// Draws a radio button with a ring, because its disk alone is hardly darker than the page.
bool ringed_choice(const Ui& ui, bool chosen) {
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, ui.units(1));
  ImGui::PushStyleColor(ImGuiCol_Border, ui.theme().dim);
  ImGui::PushStyleColor(ImGuiCol_BorderShadow, 0);
  const bool out = ImGui::RadioButton("##choice", chosen);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar();
  return out;
}

/// Draws a row's label and time, and below them a bar proportional to the time.
void time_bar(const Ui& ui, const ResultRow& row, double longest_ms) {
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string reach = reach_text(row);
  const std::string time = fmt::format("{}{}{}", median_text(row), reach.empty() ? "" : "  ", reach);
  const float left = ImGui::GetCursorPosX();
  const float of_time = text_size(time).x;
  ImGui::TextUnformatted(shortened(cell(row, column::lesson::label), width - of_time - ui.units(16)).c_str());
  ImGui::SameLine(left + width - of_time);
  ImGui::TextUnformatted(time.c_str());
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const double share = longest_ms > 0 ? row.number(column::median_ms) / longest_ms : 0;
  const Processor processor = uses_gpu(row) ? Processor::gpu : Processor::cpu;
  const float height = ui.units(6);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(from, {from.x + width, from.y + height}, faded(ui.theme().frame, 0.6F), ui.units(2));
  draw.AddRectFilled(from, {from.x + std::max(width * static_cast<float>(share), ui.units(2)), from.y + height},
                     ui.theme().of(processor), ui.units(2));
  ImGui::Dummy({width, height + ui.units(4)});
}

}  // namespace

void LessonFeature::step_heading(const Ui& ui, const std::string& words) {
  ImGui::Spacing();
  ImGui::Separator();
  ImGui::Spacing();
  push_font(ui.fonts.strong);
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopFont();
}

void LessonFeature::draw_page(const Window& window) {
  Ui& ui = window.ui;
  page_heading(ui);
  if (!chosen_) return;  // the list was asked for, which the next frame shows
  ImGui::BeginChild("page", {0, 0});
  if (std::exchange(to_top_, false)) ImGui::SetScrollY(0);
  const Lesson& lesson = lessons_[*chosen_];
  if (!lesson.source.empty()) colored_words(ui.theme().dim, fmt::format("From {}", lesson.source));
  ImGui::Spacing();
  for (const std::string& each : lesson.scene) paragraph(each);
  step_heading(ui, "Try it");
  if (!lesson.hint.empty()) paragraph(lesson.hint);
  row_buttons(window);
  if (lesson.is_written()) {
    draw_steps(window);
  } else {
    draw_questions(ui);
  }
  step_heading(ui, "Measure");
  if (std::exchange(to_measured_, false)) ImGui::SetScrollHereY(0);
  draw_measuring(window);
  if (now().taken) draw_measured(window);
  ImGui::EndChild();
}

void LessonFeature::page_heading(Ui& ui) {
  const float close = ui.units(54);
  const float all = text_size("All lessons").x + 2 * ImGui::GetStyle().FramePadding.x;
  const float gap = ui.units(6);
  const float buttons = close + all + gap;
  const Lesson& lesson = lessons_[*chosen_];
  push_font(ui.fonts.strong);
  const float room = ImGui::GetContentRegionAvail().x - buttons - ui.units(12);
  const std::string title = shortened(lesson.title, room);
  ImGui::TextUnformatted(title.c_str());
  ImGui::PopFont();
  if (title != lesson.title) help(ui, lesson.title);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - buttons);
  const bool back = ImGui::Button("All lessons");
  ImGui::SameLine(0, gap);
  if (ImGui::Button("Close", {close, 0})) ui.ask(action::toggle_lessons);
  if (!back) return;
  chosen_.reset();
}

void LessonFeature::draw_questions(const Ui& ui) {
  step_heading(ui, lessons_[*chosen_].questions.size() == 1 ? "Predict" : "Predict, before you measure");
  for (std::size_t i = 0; i < lessons_[*chosen_].questions.size(); ++i) question(ui, i);
  if (!now().taken) return;
  ImGui::BeginDisabled(task_.running());
  const bool anew = ImGui::Button("Predict anew");
  ImGui::EndDisabled();
  help(ui, "Forgets these predictions and what was measured, as for somebody else.");
  ImGui::Spacing();
  if (anew) begin_anew();
}

void LessonFeature::question(const Ui& ui, std::size_t i) {
  const LessonQuestion& of = lessons_[*chosen_].questions[i];
  Prediction& predicted = now().predictions[i];
  ImGui::TextWrapped("%s", of.ask.c_str());
  // a prediction cannot be changed once the lesson has been measured
  ImGui::BeginDisabled(now().taken.has_value() || task_.running());
  ImGui::PushID(static_cast<int>(i));
  for (std::size_t k = 0; k < of.choices.size(); ++k) {
    ImGui::PushID(static_cast<int>(k));
    if (ringed_choice(ui, predicted == k)) predicted = k;
    ImGui::SameLine();
    ImGui::TextWrapped("%s", of.choices[k].c_str());
    if (ImGui::IsItemClicked() && !now().taken && !task_.running()) predicted = k;
    ImGui::PopID();
  }
  ImGui::PopID();
  ImGui::EndDisabled();
  ImGui::Spacing();
}

std::string LessonFeature::why_not_yet() {
  if (lessons_[*chosen_].is_written()) return open_files().empty() ? "Write a file first, or open one." : "";
  const bool predicted =
      std::ranges::all_of(now().predictions, [](const Prediction& each) { return each.has_value(); });
  return predicted ? "" : "Make your predictions first.";
}

void LessonFeature::draw_measuring(const Window& window) {
  const Ui& ui = window.ui;
  const Lesson& lesson = lessons_[*chosen_];
  const MeasurementState& of = now();
  const auto run = task_.measured();
  const char* const again = "Measure again";
  const ButtonsInTurn buttons{.left = of.taken ? again : "Measure",
                              .right = "Give up",
                              .left_width = text_size(again).x + 2 * ImGui::GetStyle().FramePadding.x};
  if (task_.running() && run != nullptr && run->lesson == lesson.id) {
    if (button_in_turn(ui, buttons, ButtonPlace::right)) task_.give_up();
    ImGui::ProgressBar(static_cast<float>(task_.share()), {-1, ui.units(6)}, "");
    const std::string now = task_.now();
    colored_words(ui.theme().dim, now.empty() ? "starting" : now);
    return;
  }
  const std::string why_not = why_not_yet();
  ImGui::BeginDisabled(!why_not.empty() || task_.running());
  const bool wanted = button_in_turn(ui, buttons, ButtonPlace::left);
  ImGui::EndDisabled();
  help(
      ui,
      !why_not.empty() ? why_not
      : task_.running()
          ? "Another lesson is being measured."
          : "Measures all of these in turns, and says how long that will take. The picture does not change meanwhile.");
  if (run != nullptr && run->lesson == lesson.id && !task_.failure().empty())
    colored_words(ui.theme().error, task_.failure());
  if (!wanted) return;
  if (!lesson.is_written()) return measure(window, lesson);
  now().files = open_files();
  measure_files(window);
}

void LessonFeature::three_threads_button(const Window& window) {
  const Lesson& lesson = lessons_[*chosen_];
  if (!lesson.uneven_threads || cpu_facts().threads != 2) return;
  ImGui::BeginDisabled(task_.running());
  const bool wanted = wide_button("Measure with three threads");
  ImGui::EndDisabled();
  help(window.ui,
       "With two threads, equal shares of the rows are equal work here, since the picture is its own mirror image. "
       "With three threads they are not.");
  if (wanted) measure(window, with_three_threads(lesson));
}

void LessonFeature::draw_explained(const Ui& ui, const TakenLesson& taken) {
  step_heading(ui, "What this means on this machine");
  for (const Explained& each : taken.questions) {
    if (taken.questions.size() > 1) colored_words(ui.theme().dim, each.ask);
    const bool right = each.measured && each.measured == each.predicted;
    colored_words(right ? ui.theme().cpu : ui.theme().notice, outcome_of(each));
    for (const std::string& said : each.said) paragraph(said);
    ImGui::Spacing();
  }
}

void LessonFeature::draw_measured(const Window& window) {
  Ui& ui = window.ui;
  const Lesson& lesson = lessons_[*chosen_];
  const TakenLesson& taken = *now().taken;
  ImGui::Spacing();
  double longest = 0;
  for (const ResultRow& each : taken.measured.rows) longest = std::max(longest, each.number(column::median_ms));
  for (const ResultRow& each : taken.measured.rows) time_bar(ui, each, longest);
  save_menu(ui, {.stem = fmt::format("heteroscope-lesson-{}", lesson.id),
                 .figure = [&] { return bench_figure(taken.measured, taken.title); },
                 .csv = [&] { return result_csv(taken.measured); }});
  if (const std::string note = marked_note(taken.measured); !note.empty()) colored_words(ui.theme().notice, note);
  for (const ResultRow& each : rows_of(taken.measured.facts, column::lesson::missing)) {
    colored_words(ui.theme().dim, fmt::format("Not measured: {} ({})", each.text(column::lesson::label),
                                              each.text(column::lesson::why)));
  }
  if (!lesson.is_written()) draw_explained(ui, taken);
  three_threads_button(window);
  for (const std::string& each : closing_of(lesson, taken.measured)) paragraph(each);
  if (lesson.code.empty()) return;
  step_heading(ui, "Read the code");
  for (const CodePlace& each : lesson.code)
    colored_words(ui.theme().text, fmt::format("{}: {}", each.file, each.about));
  colored_words(ui.theme().dim,
                fmt::format("{} shows the source of every variant.", keys_of(ui, action::toggle_source)));
}

}  // namespace heteroscope
