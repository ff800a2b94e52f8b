#include "app/window/features/lessons/lesson_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/files/own_folder.hpp"
#include "app/lessons/steps.hpp"
#include "app/window/feature/measuring_feature.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/worked_out.hpp"

namespace heteroscope {
namespace {

/// "2 of 6 steps reached".
std::string steps_reached(const Lesson& lesson, const TakenLesson& taken) {
  std::size_t done = 0;
  for (const Processor each : written_for(lesson)) done += reached(lesson, taken, each);
  return fmt::format("{} of {} steps reached", done, lesson.questions.size());
}

/// "measured; 1 of 2 as predicted, 1 undecided". An undecided question counts neither as right nor as wrong.
std::string score_of(const std::vector<Explained>& questions) {
  const auto undecided = std::ranges::count_if(questions, [](const Explained& each) { return !each.measured; });
  const auto right = std::ranges::count_if(
      questions, [](const Explained& each) { return each.measured && each.measured == each.predicted; });
  const auto decided = static_cast<std::ptrdiff_t>(questions.size()) - undecided;
  std::string out = decided > 0 ? fmt::format("measured; {} of {} as predicted", right, decided) : "measured";
  if (undecided > 0) out += fmt::format(", {} undecided", undecided);
  return out;
}

constexpr const char* save_answers = "Save answers";

std::string for_teachers(const Ui& ui) {
  return with_keys(ui, "Teachers drop the files of a class here, or open them.", action::open);
}

/// Returns the width of the field for the name.
float name_width(const Ui& ui) {
  return std::min(ui.units(220), ImGui::GetContentRegionAvail().x * 0.5F);
}

/// Returns whether the words for teachers have room beside the field and the button, where a line begins.
bool fits_beside_answers(const Ui& ui) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float button = text_size(save_answers).x + 2 * style.FramePadding.x;
  return name_width(ui) + button + 2 * style.ItemSpacing.x + text_size(for_teachers(ui)).x <=
         ImGui::GetContentRegionAvail().x;
}

}  // namespace

void LessonFeature::open(const Window& window) {
  OpenedFeature::open(window);
  if (!lessons_.empty()) return;
  lessons_ = all_lessons(scale_);
  for (const Lesson& each : lessons_) {
    MeasurementState& to = standing_.emplace_back();
    to.predictions = fitting(kept_[each.id], each);
    to.hints.resize(each.questions.size());
    for (const LessonRow& row : each.rows) to.why_not.push_back(why_not(row));
    take_kept(each, to);
  }
}

void LessonFeature::close() {
  OpenedFeature::close();
  trying_ = false;
  if (!task_.running()) return;
  const auto of = std::ranges::find(lessons_, task_.measured()->lesson, &Lesson::id);
  lost_ = fmt::format("{}: closed while it was measured, at {:.0f} %. None of its times is kept; the predictions are.",
                      of->title, 100 * task_.share());
  task_.give_up();
}

void LessonFeature::choose(const std::string& id) {
  const auto found = std::ranges::find(lessons_, id, &Lesson::id);
  if (found == lessons_.end()) find_lesson(id, scale_);  // throws, and names the lessons that there are
  chosen_ = static_cast<std::size_t>(found - lessons_.begin());
  to_top_ = true;
}

const TakenLesson* LessonFeature::taken(const std::string& id) const {
  for (const MeasurementState& each : standing_) {
    if (each.taken && each.taken->id == id) return &*each.taken;
  }
  return nullptr;
}

void LessonFeature::measure(const Window& window, const Lesson& lesson) {
  window.model.running = false;  // computing pictures meanwhile would disturb the times
  to_measured_ = true;
  task_.start(lesson, scale_, now().first);
}

std::string LessonFeature::why_not_tried(const WindowModel& model, std::size_t row) {
  const std::string& why = now().why_not[row];
  const Lesson& lesson = lessons_[*chosen_];
  if (why.empty() || device::facts().available || lesson.opens.empty()) return why;
  const Settings& settings = lesson.rows[row].settings;
  const Workload& workload = find_workload(model.catalog, settings.problem.workload);
  const auto stage = settings.execution.variants.find(workload.main_stage().id);
  const bool shown =
      stage != settings.execution.variants.end() && is_worked_out(workload, stage->first, stage->second.gpu);
  return shown ? std::string() : why;
}

void LessonFeature::try_row(const Window& window, std::size_t row) {
  const Lesson& lesson = lessons_[*chosen_];
  Settings wanted = lesson.rows[row].settings;
  wanted.execution.steps_per_frame = window.model.settings().execution.steps_per_frame;
  if (!now().why_not[row].empty()) set_participants(wanted.execution, Processor::cpu, {});
  window.model.chosen = std::move(wanted);
  trying_ = true;
  tried_ = &lesson.rows[row];
  for (const LessonView view : lesson.opens) {
    const Action opened = view == LessonView::lens    ? action::toggle_lens
                          : view == LessonView::scope ? action::toggle_scope
                                                      : action::toggle_roofline;
    const bool is_open = view == LessonView::scope ? shows_scope(window.model) : window.ui.is_open(opened);
    if (!is_open) window.ui.ask(opened);
    if (view == LessonView::lens)
      window.ui.preferences.lens_variants[window.model.chosen->problem.workload] = lesson.lens;
  }
}

bool LessonFeature::is_tried(const WindowModel& model, std::size_t row) const {
  const LessonRow& of = lessons_[*chosen_].rows[row];
  const Settings& present = model.settings();
  return tried_ == &of && present.problem.workload == of.settings.problem.workload &&
         present.execution.variants == of.settings.execution.variants;
}

void LessonFeature::explain_from(Result measured) {
  now().taken = explain(lessons_[*chosen_], now().predictions, std::move(measured));
  changed_.insert(lessons_[*chosen_].id);
}

/// Explains the measurement of the task, once.
void LessonFeature::take_measured() {
  const auto run = task_.measured();
  if (run == nullptr || !run->measured || run == explained_) return;
  explained_ = run;
  for (std::size_t i = 0; i < lessons_.size(); ++i) {
    if (lessons_[i].id != run->lesson) continue;
    standing_[i].taken = explain(lessons_[i], standing_[i].predictions, *run->measured);
    changed_.insert(run->lesson);
    if (chosen_ == i && !lessons_[i].is_written()) to_measured_ = true;
    keep_first_saves(standing_[i].first, *run->measured, lessons_[i]);
  }
}

void LessonFeature::overlay(const Window& window, OverlaySpace& space) {
  if (!is_open()) return;
  if (const std::string wanted = std::exchange(wanted_, {}); !wanted.empty()) choose(wanted);
  take_measured();
  if (!trying_) draw_window(window, space);
}

void LessonFeature::draw_window(const Window& window, OverlaySpace& space) {
  Ui& ui = window.ui;
  const auto page = OverlayWindow::in_middle(ui, space, "##lessons", {900, all_of_room}, ImGuiWindowFlags_NoScrollbar);
  if (!page) return;
  if (chosen_) {
    draw_page(window);
  } else {
    draw_list(ui);
  }
}

void LessonFeature::draw_list(Ui& ui) {
  const float close = ui.units(54);
  push_font(ui.fonts.strong);
  ImGui::TextUnformatted("Lessons");
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - close);
  if (ImGui::Button("Close", {close, 0})) ui.ask(action::toggle_lessons);
  colored_words(ui.theme().dim,
                "A few minutes each: predict, try, measure, and see why. The explanations are those of this machine's "
                "measurements.");
  ImGui::Spacing();
  const bool one_line = class_.empty() && fits_beside_answers(ui);
  const float below = (one_line ? 1.6F : 2.7F) * ImGui::GetFrameHeightWithSpacing();
  ImGui::BeginChild("list", {0, std::max(ImGui::GetContentRegionAvail().y - below, ui.units(80))});
  for (std::size_t i = 0; i < lessons_.size(); ++i) list_row(ui, i);
  ImGui::EndChild();
  draw_class(ui);
  draw_answers(ui);
}

/// Draws a lesson's title, and below it the score, or what cannot be measured here and why.
void LessonFeature::list_row(const Ui& ui, std::size_t i) {
  const Lesson& lesson = lessons_[i];
  const MeasurementState& of = standing_[i];
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float line = ImGui::GetTextLineHeight();
  const float pad = ui.units(8);
  const float height = 2 * line + ui.units(4) + 2 * pad;
  ImGui::PushID(lesson.id.c_str());
  if (ImGui::InvisibleButton("##lesson", {width, height})) {
    chosen_ = i;
    to_top_ = true;
  }
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Theme& theme = ui.theme();
  draw.AddRectFilled(from, {from.x + width, from.y + height},
                     faded(hovered ? theme.line : theme.frame, hovered ? 1 : 0.5F), ui.units(5));
  const auto missing = static_cast<std::size_t>(
      std::ranges::count_if(of.why_not, [](const std::string& each) { return !each.empty(); }));
  const bool predicted = std::ranges::all_of(of.predictions, [](const Prediction& each) { return each.has_value(); });
  std::string about = fmt::format("{} measurements", lesson.rows.size());
  if (missing == of.why_not.size()) about = "cannot be measured here";
  if (missing > 0) {
    const auto why = std::ranges::find_if(of.why_not, [](const std::string& each) { return !each.empty(); });
    about += missing == of.why_not.size() ? ": " + *why
                                          : fmt::format(", of which {} cannot be made here: {}", missing, *why);
  }
  if (predicted && !of.predictions.empty()) about = "predicted; " + about;
  if (of.taken) {
    about = lesson.is_written() ? steps_reached(lesson, *of.taken) : score_of(of.taken->questions);
  }
  const float room = width - 2 * pad;
  draw.AddText({from.x + pad, from.y + pad}, theme.text, shortened(lesson.title, room).c_str());
  draw.AddText({from.x + pad, from.y + pad + line + ui.units(4)}, of.taken ? theme.notice : theme.dim,
               shortened(about, room).c_str());
  ImGui::Spacing();
}

/// Draws the field for the name, and the button that saves predictions and measurements.
void LessonFeature::draw_answers(Ui& ui) {
  ImGui::Spacing();
  const bool any = std::ranges::any_of(standing_, [](const MeasurementState& each) { return each.taken.has_value(); });
  const bool named = name_.front() != '\0';
  const bool beside = fits_beside_answers(ui);
  ImGui::SetNextItemWidth(name_width(ui));
  name_changed_ |= ImGui::InputTextWithHint("##name", "Your name", name_.data(), name_.size());
  ImGui::SameLine();
  ImGui::BeginDisabled(!any || !named);
  if (ImGui::Button(save_answers)) {
    Answers answers{.name = name_.data(), .lessons = {}};
    for (const MeasurementState& each : standing_) {
      if (each.taken) put(answers, *each.taken);
    }
    ui.files.push_back({"heteroscope-answers", ".json", made_of(answers_json(answers))});
  }
  ImGui::EndDisabled();
  help(ui, !any     ? "Nothing has been measured yet."
           : !named ? "Type your name first. Your teacher makes a page of the saved answers of a class."
                    : "Saves what you predicted and measured. Your teacher makes a page of the answers of a class.");
  if (!class_.empty()) return;
  if (beside) {
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
  }
  colored_words(ui.theme().dim, for_teachers(ui));
}

std::vector<ActionEntry> LessonFeature::actions() {
  ActionEntry opens{
      opened_by(), "lessons: predict, try, measure, and see why", {pressed(GLFW_KEY_F3, "F3")}, nullptr, bench_runs};
  opens.leads_to = [this](const Window& window) {
    std::vector<Offer> out;
    offer(window, out);
    return out;
  };
  return {std::move(opens)};
}

void LessonFeature::offer(const Window& window, std::vector<Offer>& to) {
  if (titles_.empty()) {
    for (const Lesson& each : all_lessons(scale_)) titles_.emplace_back(each.id, each.title);
  }
  for (const auto& [id, title] : titles_) {
    const auto take = [this, id = id](const Window& taking) {
      if (!is_open()) taking.ui.ask(opened_by());
      trying_ = false;
      wanted_ = id;
    };
    to.push_back({title, "lesson", bench_runs(window), take, id});
  }
}

}  // namespace heteroscope
