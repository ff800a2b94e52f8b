#include "app/window/features/lessons/lesson_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/window/feature/measuring_feature.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {
namespace {

constexpr ImGuiWindowFlags window_flags =
    notice_flags &
    ~(ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_AlwaysAutoResize);

void dim_text(const Ui& ui, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

/// The next button stands on this line where there is room for it, else on the next one.
void flow(const Ui& ui, const std::string& label, bool first) {
  if (first) return;
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  const float width = text_size(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (ImGui::GetItemRectMax().x + ui.units(6) + width <= right) ImGui::SameLine(0, ui.units(6));
}

}  // namespace

void LessonFeature::open(const Window& window) {
  OpenedFeature::open(window);
  if (!lessons_.empty()) return;
  lessons_ = all_lessons(scale_);
  for (const Lesson& each : lessons_) {
    MeasurementState& to = standing_.emplace_back();
    to.predictions.resize(each.questions.size());
    for (const LessonRow& row : each.rows) to.why_not.push_back(why_not(row));
  }
}

void LessonFeature::close() {
  OpenedFeature::close();
  trying_ = false;
  task_.give_up();
}

void LessonFeature::choose(const std::string& id) {
  const auto found = std::ranges::find(lessons_, id, &Lesson::id);
  if (found == lessons_.end()) find_lesson(id, scale_);  // says which there are
  chosen_ = static_cast<std::size_t>(found - lessons_.begin());
  to_top_ = true;
}

const TakenLesson* LessonFeature::taken(const std::string& id) const {
  for (const MeasurementState& each : standing_) {
    if (each.taken && each.taken->id == id) return &*each.taken;
  }
  return nullptr;
}

void LessonFeature::measure(WindowModel& model) {
  model.running = false;  // pictures that are computed meanwhile would be measured, too
  task_.start(lessons_[*chosen_], model.catalog, scale_);
}

void LessonFeature::try_row(WindowModel& model, std::size_t row) {
  Settings wanted = lessons_[*chosen_].rows[row].settings;
  wanted.execution.steps_per_frame = model.settings().execution.steps_per_frame;
  model.chosen = std::move(wanted);
  trying_ = true;
}

void LessonFeature::explain_from(Result measured) {
  now().taken = explain(lessons_[*chosen_], now().predictions, std::move(measured));
}

/// What the task has found is explained once.
void LessonFeature::take_measured() {
  const auto run = task_.measured();
  if (run == nullptr || !run->measured || run == explained_) return;
  explained_ = run;
  for (std::size_t i = 0; i < lessons_.size(); ++i) {
    if (lessons_[i].id == run->lesson)
      standing_[i].taken = explain(lessons_[i], standing_[i].predictions, *run->measured);
  }
}

void LessonFeature::overlay(const Window& window, OverlaySpace& space) {
  if (!is_open()) return;
  take_measured();
  if (trying_) {
    draw_strip(window.ui, window.model, space);
  } else {
    draw_window(window.ui, window.model, space);
  }
}

/// Above the picture: the rows' settings, and the way back.
void LessonFeature::draw_strip(const Ui& ui, WindowModel& model, OverlaySpace& space) {
  // over all where the picture is small
  const bool small = space.picture.to.x - space.picture.from.x < ui.units(500);
  const Rect rect = small ? Rect{{0, 0}, ImGui::GetIO().DisplaySize} : space.picture;
  const float gap = ui.units(10);
  const float width = std::min(rect.to.x - rect.from.x - 2 * gap, ui.units(760));
  ImGui::SetNextWindowPos({(rect.from.x + rect.to.x) * 0.5F, rect.from.y + gap}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, rect.to.y - rect.from.y - 2 * gap});
  const OverlayWindow page(ui, space, "##trying", notice_flags & ~ImGuiWindowFlags_NoScrollbar, {12, 8});
  if (!page) return;
  const Lesson& lesson = lessons_[*chosen_];
  push_font(ui.fonts.strong);
  ImGui::TextWrapped("%s", lesson.title.c_str());
  ImGui::PopFont();
  row_buttons(ui, model);
  flow(ui, "Back to the lesson", false);
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().notice);
  if (ImGui::Button("Back to the lesson")) trying_ = false;
  ImGui::PopStyleColor();
}

void LessonFeature::draw_window(Ui& ui, WindowModel& model, OverlaySpace& space) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 size{std::min(display.x - ui.units(40), ui.units(900)), display.y - ui.units(40)};
  ImGui::SetNextWindowPos({display.x * 0.5F, display.y * 0.5F}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize(size);
  const OverlayWindow page(ui, space, "##lessons", window_flags & ~ImGuiWindowFlags_NoScrollbar);
  if (!page) return;
  if (chosen_) {
    draw_page(ui, model);
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
  dim_text(ui, "Some minutes each: predict, try, measure, and see why. What is explained is what was measured here.");
  ImGui::Spacing();
  const float below = 1.6F * ImGui::GetFrameHeightWithSpacing();
  ImGui::BeginChild("list", {0, std::max(ImGui::GetContentRegionAvail().y - below, ui.units(80))});
  for (std::size_t i = 0; i < lessons_.size(); ++i) list_row(ui, i);
  ImGui::EndChild();
  draw_answers(ui);
}

/// Its title, and below it what became of it, or what it lacks here.
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
  std::string about = fmt::format("{} measurements", lesson.rows.size());
  if (missing == of.why_not.size()) about = "not here";
  if (missing > 0) {
    const auto why = std::ranges::find_if(of.why_not, [](const std::string& each) { return !each.empty(); });
    about += missing == of.why_not.size() ? ": " + *why : fmt::format(", {} of them not here: {}", missing, *why);
  }
  if (of.taken) {
    const auto right = std::ranges::count_if(
        of.taken->questions, [](const Explained& each) { return each.measured && each.measured == each.predicted; });
    about = fmt::format("measured; {} of {} as predicted", right, of.taken->questions.size());
  }
  const float room = width - 2 * pad;
  draw.AddText({from.x + pad, from.y + pad}, theme.text, shortened(lesson.title, room).c_str());
  draw.AddText({from.x + pad, from.y + pad + line + ui.units(4)}, of.taken ? theme.notice : theme.dim,
               shortened(about, room).c_str());
  ImGui::Spacing();
}

/// Who takes them, and a button that saves what was predicted and measured.
void LessonFeature::draw_answers(Ui& ui) {
  ImGui::Spacing();
  const bool any = std::ranges::any_of(standing_, [](const MeasurementState& each) { return each.taken.has_value(); });
  const bool named = name_.front() != '\0';
  ImGui::SetNextItemWidth(std::min(ui.units(220), ImGui::GetContentRegionAvail().x * 0.5F));
  ImGui::InputTextWithHint("##name", "Your name", name_.data(), name_.size());
  ImGui::SameLine();
  ImGui::BeginDisabled(!any || !named);
  if (ImGui::Button("Save answers")) {
    Answers answers{.name = name_.data(), .lessons = {}};
    for (const MeasurementState& each : standing_) {
      if (each.taken) put(answers, *each.taken);
    }
    ui.files.push_back({"heteroscope-answers", ".json", answers_json(answers)});
  }
  ImGui::EndDisabled();
  help(ui, !any     ? "Nothing has been measured yet."
           : !named ? "With your name: a class's answers make one page (heteroscope lesson --class)."
                    : "What you predicted and what was measured, for a class's page (heteroscope lesson --class).");
}

void LessonFeature::row_buttons(const Ui& ui, WindowModel& model) {
  const Lesson& lesson = lessons_[*chosen_];
  for (std::size_t i = 0; i < lesson.rows.size(); ++i) {
    const LessonRow& row = lesson.rows[i];
    const std::string& refused = now().why_not[i];
    flow(ui, row.label, i == 0);
    ImGui::PushID(static_cast<int>(i));
    ImGui::BeginDisabled(!refused.empty());
    const bool wanted = ImGui::Button(row.label.c_str());
    ImGui::EndDisabled();
    help(ui, refused.empty() ? "Shows it in the window: " + row.command : refused);
    ImGui::PopID();
    if (wanted) try_row(model, i);
  }
}

std::vector<ActionEntry> LessonFeature::actions() {
  return {
      {opened_by(), "lessons: predict, try, measure, and see why", {pressed(GLFW_KEY_F3, "F3")}, nullptr, bench_runs}};
}

}  // namespace heteroscope
