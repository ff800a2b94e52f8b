#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "app/window/feature/overlay_window.hpp"
#include "app/window/features/lessons/lesson_feature.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/widgets/widgets.hpp"

/// The strip under which a lesson's settings are tried, and the buttons of its rows, which its page has, too.
namespace heteroscope {
namespace {

/// Draws a button in the colors of a choice that is taken, where it is.
bool button_of_choice(const Ui& ui, const std::string& label, bool taken) {
  const ImU32 color = ui.theme().dim;
  if (taken) {
    for (const ImGuiCol each : {ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive})
      ImGui::PushStyleColor(each, color);
    ImGui::PushStyleColor(ImGuiCol_Text, ink_on(color));
  }
  const bool pressed = ImGui::Button(label.c_str());
  if (taken) ImGui::PopStyleColor(4);
  return pressed;
}

/// Puts the next button on the same line where there is room for it.
void flow(const Ui& ui, const std::string& label, bool first) {
  if (first) return;
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  const float width = text_size(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (ImGui::GetItemRectMax().x + ui.units(6) + width <= right) ImGui::SameLine(0, ui.units(6));
}

constexpr const char* back_to_lesson = "Back to the lesson";
constexpr float strip_padding_units = 12;
constexpr float after_title_units = 14;

void strip_title(const Ui& ui, const Lesson& lesson) {
  push_font(ui.fonts.strong);
  ImGui::TextWrapped("%s", lesson.title.c_str());
  ImGui::PopFont();
}

/// Returns the width of the strip in which the title and all buttons stand in one row.
float width_of_one_row(const Ui& ui, const Lesson& lesson) {
  push_font(ui.fonts.strong);
  float out = text_size(lesson.title).x;
  ImGui::PopFont();
  const auto add_button = [&](std::string_view label) {
    out += text_size(label).x + 2 * ImGui::GetStyle().FramePadding.x + ui.units(6);
  };
  for (const LessonRow& each : lesson.rows) {
    if (!each.own) add_button(each.label);
  }
  add_button(back_to_lesson);
  return std::ceil(out + ui.units(2 * strip_padding_units + after_title_units));
}

}  // namespace

/// Draws the strip above the picture: a button for each row's settings, and the one that goes back to the lesson.
void LessonFeature::strip(const Window& window, OverlaySpace& space) {
  if (!is_open() || !trying_) return;
  const Ui& ui = window.ui;
  // the strip lies over the whole window where the picture is small
  const bool small = space.picture.to.x - space.picture.from.x < ui.units(500);
  const Rect rect = small ? Rect{{0, 0}, ImGui::GetIO().DisplaySize} : space.picture;
  const Lesson& lesson = lessons_[*chosen_];
  const float gap = ui.units(10);
  const float room = rect.to.x - rect.from.x - 2 * gap;
  const float one_row = width_of_one_row(ui, lesson);
  const bool is_one_row = one_row <= room;
  const float width = is_one_row ? one_row : std::min(room, ui.units(760));
  ImGui::SetNextWindowPos({(rect.from.x + rect.to.x) * 0.5F, rect.from.y + gap}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, rect.to.y - rect.from.y - 2 * gap});
  const OverlayWindow page(ui, space, "##trying", notice_flags & ~ImGuiWindowFlags_NoScrollbar,
                           {strip_padding_units, 8});
  if (!page) return;
  if (is_one_row) {
    ImGui::AlignTextToFramePadding();
    strip_title(ui, lesson);
    ImGui::SameLine(0, ui.units(after_title_units));
  } else if (rect.to.y - rect.from.y >= ui.units(500)) {  // a lower picture needs the room of the title more
    strip_title(ui, lesson);
  }
  row_buttons(window);
  flow(ui, back_to_lesson, false);
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().notice);
  if (ImGui::Button(back_to_lesson)) trying_ = false;
  ImGui::PopStyleColor();
  help(ui, fmt::format("\"{}\": {} goes back, too; Esc closes the lesson.", lesson.title, keys_of(ui, opened_by())));
  const float half = (space.picture.from.y + space.picture.to.y) / 2;
  const float end = std::min(ImGui::GetWindowPos().y + ImGui::GetWindowSize().y, half);
  space.free.from.y = std::max(space.free.from.y, end);
}

void LessonFeature::row_buttons(const Window& window) {
  const Ui& ui = window.ui;
  const Lesson& lesson = lessons_[*chosen_];
  for (std::size_t i = 0; i < lesson.rows.size(); ++i) {
    const LessonRow& row = lesson.rows[i];
    if (row.own) continue;  // the file's own page opens it
    const std::string refused = why_not_tried(window.model, i);
    const bool worked_out = refused.empty() && !now().why_not[i].empty();
    flow(ui, row.label, i == 0);
    ImGui::PushID(static_cast<int>(i));
    ImGui::BeginDisabled(!refused.empty());
    const bool wanted = button_of_choice(ui, row.label, is_tried(window.model, i));
    ImGui::EndDisabled();
    help(ui, !refused.empty() ? refused
             : worked_out     ? "Worked out, not run: " + now().why_not[i]
                              : "Shows this in the window: " + row.command);
    ImGui::PopID();
    if (wanted) try_row(window, i);
  }
}

}  // namespace heteroscope
