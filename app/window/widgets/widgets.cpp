#include "app/window/widgets/widgets.hpp"

#include <imgui_internal.h>  // the list that is open

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/widgets/left_text.hpp"
#include "core/base/number_text.hpp"

namespace heteroscope {
namespace {

constexpr double help_delay_s = 0.45;

/// The list that has the present item, one that is unfolded or a narrow part of a page; null: the item is in none.
const ImGuiWindow* list_of_item() {
  const ImGuiWindow* const window = ImGui::GetCurrentWindowRead();
  if ((window->RootWindow->Flags & ImGuiWindowFlags_Popup) != 0) return window->RootWindow;
  const bool narrow = window->Size.x < 0.5F * ImGui::GetIO().DisplaySize.x;
  const bool scrolls = (window->Flags & ImGuiWindowFlags_NoScrollbar) == 0;  // which graphs do not
  return narrow && scrolls && (window->Flags & ImGuiWindowFlags_ChildWindow) != 0 ? window : nullptr;
}

/// The room beside a list, left and right of it.
struct Beside {
  float left, right;
  [[nodiscard]] float more() const { return std::max(left, right); }
};

Beside beside(const Ui& ui, const ImGuiWindow& list) {
  const float edges = ui.units(20);
  return {list.Pos.x - edges, ImGui::GetIO().DisplaySize.x - list.Pos.x - list.Size.x - edges};
}

/// Puts the next tooltip beside a list, since at the mouse it would hide the entries that follow.
void place_beside(const Ui& ui, const ImGuiWindow& list, ImVec2 size) {
  const Beside room = beside(ui, list);
  const bool right = room.right >= size.x || room.right >= room.left;
  const float gap = ui.units(4);
  const float lowest = ImGui::GetIO().DisplaySize.y - size.y - gap;
  ImGui::SetNextWindowPos({right ? list.Pos.x + list.Size.x + gap : list.Pos.x - gap - size.x,
                           std::max(std::min(ImGui::GetItemRectMin().y, lowest), 0.0F)});
}

/// The name before a control, whose help the name shows, too: that of the first item in its row. It is of one frame.
struct RowName {
  const ImGuiWindow* window = nullptr;  ///< null: there is none
  int frame = 0;                        ///< in which it was drawn
  float top = 0, bottom = 0;            ///< of the row
  bool hovered = false;
  std::optional<ImVec2> control;  ///< where the item begins that it belongs to

  /// Returns whether it was drawn in this frame and in the present window.
  [[nodiscard]] bool is_here() const {
    return window != nullptr && window == ImGui::GetCurrentWindowRead() && frame == ImGui::GetFrameCount();
  }
};
RowName row_name;

/// Notes the item that was drawn last as the name of a row, which is `below` higher than the name.
void note_name(float below = 0) {
  row_name = {.window = ImGui::GetCurrentWindowRead(),
              .frame = ImGui::GetFrameCount(),
              .top = ImGui::GetItemRectMin().y,
              .bottom = ImGui::GetItemRectMax().y + below,
              .hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled),
              .control = {}};
}

/// Returns whether the mouse is over the item that was drawn last, or over its name.
bool hovers_it_or_its_name() {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return true;
  if (!row_name.is_here()) return false;
  const ImVec2 from = ImGui::GetItemRectMin();
  const bool beside = from.y < row_name.bottom && ImGui::GetItemRectMax().y > row_name.top;
  if (!row_name.control && beside) row_name.control = from;
  return row_name.hovered && row_name.control && row_name.control->x == from.x && row_name.control->y == from.y;
}

void show_help(const Ui& ui, std::string_view text, const ImGuiWindow* list = list_of_item());

}  // namespace

ImVec2 text_size(std::string_view text) {
  return ImGui::CalcTextSize(text.data(), text.data() + text.size());
}

ImU32 ink_on(ImU32 color) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
  return 0.299F * c.x + 0.587F * c.y + 0.114F * c.z > 0.55F ? IM_COL32(16, 18, 22, 255) : IM_COL32(255, 255, 255, 255);
}

void help(const Ui& ui, std::string_view text) {
  if (hovers_it_or_its_name()) show_help(ui, text);
}

void help(const Ui& ui, std::string_view text, Action action) {
  if (hovers_it_or_its_name()) show_help(ui, with_keys(ui, text, action));
}

void help_beside(const Ui& ui, std::string_view text) {
  if (hovers_it_or_its_name()) show_help(ui, text, ImGui::GetCurrentWindowRead());
}

void help_of_name(const Ui& ui, std::string_view text) {
  if (row_name.hovered && row_name.is_here()) show_help(ui, text);
  row_name = {};
}

namespace {

/// Shows the tooltip at the mouse; beside the list, if there is one and room for that.
void show_help(const Ui& ui, std::string_view text, const ImGuiWindow* list) {
  static ImVec2 rested_at;
  static double rested_since = 0;
  if (text.empty()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (std::abs(mouse.x - rested_at.x) + std::abs(mouse.y - rested_at.y) > 3 * ui.scale) {
    rested_at = mouse;
    rested_since = ui.now_s;
  }
  if (ui.now_s - rested_since < help_delay_s || ImGui::IsItemActive()) return;
  const float pad = ui.units(9);
  const bool fits = list != nullptr && beside(ui, *list).more() >= ui.units(120);
  const float wrap = fits ? std::min(ui.units(300), beside(ui, *list).more()) : ui.units(300);
  const ImVec2 words = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, wrap - pad);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, ui.units(7)});
  // a window that rests is not drawn again: words that have just changed fit at once, not from the next frame on
  ImGui::SetNextWindowContentSize(words);
  if (fits) place_beside(ui, *list, {words.x + 2 * pad, words.y + 2 * ui.units(7)});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(wrap);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

bool is_revealed(const Ui& ui) {
  return ui.revealed && ui.now_s < ui.revealed->until_s;
}

/// Draws a mark behind the row that begins at the cursor.
void mark_row(const Ui& ui) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 to{from.x + ImGui::GetContentRegionAvail().x, from.y + ImGui::GetFrameHeight()};
  ImGui::GetWindowDrawList()->AddRectFilled(from, to, faded(ui.theme().notice, 0.35F), ui.units(3));
  ImGui::SetScrollHereY(0.3F);
}

}  // namespace

bool section(const Ui& ui, const char* label, bool open_at_first) {
  if (is_revealed(ui) && ui.revealed->section == label) ImGui::SetNextItemOpen(true);
  push_font(ui.fonts.strong);
  ImGui::PushStyleColor(ImGuiCol_Header, IM_COL32(0, 0, 0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ui.units(3)});
  const bool open =
      ImGui::CollapsingHeader(label, open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  ImGui::PopFont();
  return open;
}

bool subsection(const Ui& ui, const char* label) {
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::PushStyleColor(ImGuiCol_Header, IM_COL32(0, 0, 0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ui.units(1)});
  const bool open = ImGui::CollapsingHeader(label);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  return open;
}

void row(const Ui& ui, const char* label, double label_units, bool disabled) {
  if (is_revealed(ui) && ui.revealed->row == label) mark_row(ui);
  ImGui::AlignTextToFramePadding();
  const float left = ImGui::GetCursorPosX();
  ImGui::PushStyleColor(ImGuiCol_Text, faded(ui.theme().dim, disabled ? 0.55F : 1.0F));
  ImGui::TextUnformatted(label);
  ImGui::PopStyleColor();
  // a label that does not fit has a line of its own
  const bool alone = text_size(label).x + ui.units(4) > ui.units(label_units);
  note_name(alone ? ImGui::GetFrameHeightWithSpacing() : 0);
  if (alone) {
    ImGui::SetCursorPosX(left + ui.units(label_units));
  } else {
    ImGui::SameLine(left + ui.units(label_units));
  }
  ImGui::SetNextItemWidth(-1);
}

void value_row(const Ui& ui, const char* label, const std::string& value, ImU32 color) {
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted(label);
  ImGui::PopStyleColor();
  note_name();
  ImGui::SameLine(right - text_size(value).x);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(value.c_str());
  ImGui::PopStyleColor();
}

void value_row(const Ui& ui, const char* label, const std::string& value) {
  value_row(ui, label, value, ui.theme().text);
}

void long_value_row(const Ui& ui, const std::string& label, const std::string& value) {
  const float needed = text_size(label).x + text_size(value).x + ui.units(8);
  if (needed <= ImGui::GetContentRegionAvail().x) {
    value_row(ui, label.c_str(), value);
    return;
  }
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextWrapped("%s", label.c_str());
  ImGui::PopStyleColor();
  note_name(ImGui::GetTextLineHeightWithSpacing());
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - text_size(value).x);
  ImGui::TextUnformatted(value.c_str());
}

namespace {

/// Sets the value to what the text says. Returns whether that changes it; a text that is not a number does not.
bool take_entry(std::string_view entry, double& value, const std::string& zero_text) {
  if (entry.empty() && !zero_text.empty()) return std::exchange(value, 0) != 0;
  const auto read = number_from<double>(without_plus(entry));
  if (!read || !std::isfinite(*read) || *read == value) return false;
  value = *read;
  return true;
}

}  // namespace

bool number_field(const char* id, double& value, const std::string& zero_text) {
  // the text being typed is kept between frames; every other field shows its value
  static ImGuiID edited = 0;
  static std::array<char, 64> typed{};
  static LeftText<std::array<char, 64>> left;
  std::array<char, 64> shown{};
  const std::string text = value == 0 && !zero_text.empty() ? "" : format_number(value);
  std::memcpy(shown.data(), text.data(), std::min(text.size(), shown.size() - 1));
  const ImGuiID own = ImGui::GetID(id);
  std::array<char, 64>& buffer = edited == own ? typed : shown;
  const bool entered =
      ImGui::InputTextWithHint(id, zero_text.c_str(), buffer.data(), buffer.size(),
                               ImGuiInputTextFlags_CharsScientific | ImGuiInputTextFlags_AutoSelectAll);
  if (const auto* const text_left = left.take(own)) return take_entry(text_left->data(), value, zero_text);
  if (ImGui::IsItemActivated()) {
    if (edited != 0 && edited != own) left.put(edited, typed);
    typed = shown;
    edited = own;
  } else if (entered && edited != own) {
    typed = buffer;
    edited = own;
  }
  if (!ImGui::IsItemDeactivated() || edited != own) return false;
  edited = 0;
  return take_entry(typed.data(), value, zero_text);
}

void dot(const Ui& ui, ImU32 color) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float radius = ui.units(4);
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, at.y + ImGui::GetTextLineHeight() * 0.5F}, radius, color);
  ImGui::Dummy({radius * 2, ImGui::GetTextLineHeight()});
  ImGui::SameLine(0, ui.units(6));
}

std::string end_of(const std::string& words, float width) {
  std::string out = words;
  std::size_t from = 0;
  while (text_size(out).x > width && from + 1 < words.size()) {
    ++from;
    while (from < words.size() && (static_cast<unsigned char>(words[from]) & 0xC0U) == 0x80U) ++from;  // UTF-8
    out = "…" + words.substr(from);
  }
  return out;
}

void colored_words(ImU32 color, const std::string& words) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextWrapped("%s", words.c_str());
  ImGui::PopStyleColor();
}

void words_in_room(int lines, const std::function<void()>& words) {
  const float end = ImGui::GetCursorPosY() + static_cast<float>(lines) * ImGui::GetTextLineHeightWithSpacing();
  words();
  const float left = end - ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y;
  if (left > 0) ImGui::Dummy({0, left});
}

std::string shortened(const std::string& words, float width) {
  if (text_size(words).x <= width) return words;
  std::string out = words;
  while (!out.empty() && text_size(out + "…").x > width) {
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xc0U) == 0x80U) out.pop_back();  // UTF-8
    if (!out.empty()) out.pop_back();
  }
  return out + "…";
}

bool begin_combo(const Ui& ui, const char* id, const std::string& words, int flags) {
  const float room = ImGui::CalcItemWidth() - ImGui::GetFrameHeight() - ImGui::GetStyle().FramePadding.x - ui.units(1);
  const std::string shown = shortened(words, room);
  const bool open = ImGui::BeginCombo(id, shown.c_str(), flags);
  if (!open && shown != words) help(ui, words);
  return open;
}

bool choice(const Ui& ui, const char* label, bool selected, const std::string& refusal, std::string_view description) {
  const bool disabled = !refusal.empty();
  ImGui::BeginDisabled(disabled);
  const bool chosen = ImGui::Selectable(label, selected);
  ImGui::EndDisabled();
  help(ui, disabled ? std::string_view(refusal) : description);
  return chosen && !selected && !disabled;
}

bool segmented(const Ui& ui, const char* id, int& chosen, const std::vector<Segment>& segments) {
  row_name = {};  // each button says what it chooses, not what all of them do
  ImGui::PushID(id);
  const auto count = static_cast<float>(segments.size());
  const float gap = ui.units(2);
  // every label gets its own width and an equal part of what is left
  float labels = 0;
  for (const Segment& each : segments) labels += text_size(each.label).x;
  const float pad = (ImGui::GetContentRegionAvail().x - gap * (count - 1) - labels) / count;
  bool changed = false;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Segment& each = segments[i];
    const bool on = static_cast<int>(i) == chosen;
    if (i > 0) ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(!each.refusal.empty());
    if (on) {
      ImGui::PushStyleColor(ImGuiCol_Button, each.color);
      ImGui::PushStyleColor(ImGuiCol_ButtonHovered, each.color);
      ImGui::PushStyleColor(ImGuiCol_ButtonActive, each.color);
      ImGui::PushStyleColor(ImGuiCol_Text, ink_on(each.color));
    }
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
    if (ImGui::Button(each.label, {text_size(each.label).x + pad, 0}) && !on) {
      chosen = static_cast<int>(i);
      changed = true;
    }
    ImGui::PopStyleVar();
    if (on) ImGui::PopStyleColor(4);
    ImGui::EndDisabled();
    help(ui, each.refusal.empty() ? each.description : std::string_view(each.refusal));
  }
  ImGui::PopID();
  return changed;
}

bool wide_button(const char* label, float width) {
  return ImGui::Button(label, {width > 0 ? width : ImGui::GetContentRegionAvail().x, 0});
}

}  // namespace heteroscope
