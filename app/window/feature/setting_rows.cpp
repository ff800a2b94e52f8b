#include "app/window/feature/setting_rows.hpp"

#include <algorithm>
#include <array>

#include "app/window/model/window.hpp"
#include "app/window/model/window_model.hpp"
#include "app/window/widgets/color_bar.hpp"
#include "core/color/palette.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/processors.hpp"

namespace heteroscope {
namespace {

std::string why_choice_is_refused(const WindowModel& model, const SettingRow& setting, const RowChoice& choice) {
  Settings with = model.settings();
  choice.choose(with);
  std::string refusal = setting.refusal(with);
  return refusal.empty() ? setting.idle : refusal;
}

const RowChoice* chosen_of(const SettingRow& setting) {
  const auto found = std::ranges::find(setting.choices, true, &RowChoice::chosen);
  return found == setting.choices.end() ? nullptr : &*found;
}

/// Returns the color of the processor that a choice stands for, or of the only one that reads the setting.
ImU32 choice_color(const Theme& theme, const SettingRow& setting, const RowChoice& choice) {
  if (choice.processor == Processor::split) return theme.both;
  if (choice.processor) return theme.of(*choice.processor);
  if (setting.read_by == ReadBy::all) return theme.dim;
  return setting.read_by == ReadBy::gpu ? theme.gpu : theme.cpu;
}

void buttons(const Ui& ui, WindowModel& model, const SettingRow& setting) {
  std::vector<Segment> segments;
  int chosen = -1;
  for (const RowChoice& each : setting.choices) {
    if (each.chosen && setting.idle.empty()) chosen = static_cast<int>(segments.size());
    const std::string refusal = setting.idle.empty() ? why_choice_is_refused(model, setting, each) : setting.idle;
    segments.push_back({each.text.c_str(), choice_color(ui.theme(), setting, each), refusal, each.meaning});
  }
  if (segmented(ui, "choices", chosen, segments))
    setting.choices[static_cast<std::size_t>(chosen)].choose(*model.edit());
}

/// Draws the fields in which a block is typed, below the blocks of a list.
void typed_block(const Ui& ui, WindowModel& model, const SettingRow& setting) {
  constexpr int most = 1024;
  int* const width = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("width"), 48);
  int* const height = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("height"), 4);
  std::array<int, 2> sides{*width, *height};
  ImGui::Separator();
  ImGui::SetNextItemWidth(ui.units(90));
  if (ImGui::InputInt2("##typed", sides.data())) {
    *width = sides[0];
    *height = sides[1];
  }
  const bool fits = sides[0] > 0 && sides[1] > 0 && sides[0] <= most && sides[1] <= most / sides[0];
  ImGui::SameLine();
  ImGui::BeginDisabled(!fits);
  if (ImGui::Button("Use")) {
    setting.typed(*model.edit(), {sides[0], sides[1]});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndDisabled();
  help(ui, fits ? "Uses blocks of this many columns × rows of threads." : "A block has 1 to 1024 threads.");
}

/// A list whose choices cannot be chosen here still unfolds: it shows each choice with the reason why not.
void list(const Ui& ui, WindowModel& model, const SettingRow& setting) {
  const bool idle = !setting.idle.empty();
  const RowChoice* const chosen = chosen_of(setting);
  if (idle) {
    ImGui::PushStyleColor(ImGuiCol_Text, faded(ui.theme().dim, 0.55F));
    ImGui::PushStyleColor(ImGuiCol_FrameBg, faded(ui.theme().frame, 0.5F));
    ImGui::PushStyleColor(ImGuiCol_Button, faded(ui.theme().frame, 0.5F));
  }
  const bool open =
      begin_combo(ui, "##list", chosen == nullptr ? setting.shown : chosen->text, ImGuiComboFlags_HeightLargest);
  if (idle) ImGui::PopStyleColor(3);
  if (!open) return help(ui, idle ? std::string_view(setting.idle) : setting.help);
  for (const RowChoice& each : setting.choices) {
    if (each.processor) dot(ui, ui.theme().of(*each.processor));
    if (choice(ui, each.text.c_str(), each.chosen, why_choice_is_refused(model, setting, each), each.meaning))
      each.choose(*model.edit());
  }
  if (setting.control == Control::blocks && !idle) typed_block(ui, model, setting);
  ImGui::EndCombo();
}

/// Returns the palette of a choice; after the built-in ones comes a person's own.
Palette palette_of_choice(const Look& look, std::size_t i) {
  return i < palettes().size() ? palettes()[i] : palette_of_colors(look.stops);
}

/// Draws a list in which each name stands beside its palette's colors.
void palette_list(const Ui& ui, WindowModel& model, const SettingRow& setting) {
  const float swatch = ui.units(46);
  const ImVec2 frame = ImGui::GetCursorScreenPos();
  const ImVec2 frame_end{frame.x + ImGui::CalcItemWidth(), frame.y + ImGui::GetFrameHeight()};
  const auto draw = [&](const Palette& palette, ImVec2 low, ImVec2 high, double padding) {
    const float pad = ui.units(padding);
    palette_gradient(palette, 0, {low.x + pad, low.y + pad}, {low.x + pad + swatch, high.y - pad});
    const float y = (low.y + high.y - ImGui::GetTextLineHeight()) * 0.5F;
    ImGui::GetWindowDrawList()->AddText({low.x + swatch + 2 * pad + ui.units(3), y}, ui.theme().text,
                                        palette.label.c_str());
  };
  if (ImGui::BeginCombo("##list", "", ImGuiComboFlags_HeightLargest)) {
    for (std::size_t i = 0; i < setting.choices.size(); ++i) {
      const RowChoice& each = setting.choices[i];
      ImGui::PushID(each.text.c_str());
      if (ImGui::Selectable("##entry", each.chosen, 0, {ui.units(170), 0})) each.choose(*model.edit());
      draw(palette_of_choice(model.settings().look, i), ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), 2);
      ImGui::PopID();
    }
    ImGui::EndCombo();
  } else {
    help(ui, setting.help);
  }
  draw(*palette_of(model.settings().look), frame, frame_end, 5);
}

void slider(const Ui& ui, WindowModel& model, const SettingRow& setting) {
  const RowNumber& number = setting.number;
  const bool named = number.value == 0 && !number.zero.empty();
  int value = number.value;
  ImGui::BeginDisabled(!setting.idle.empty());
  if (ImGui::SliderInt("##number", &value, number.least, number.most, named ? number.zero.c_str() : "%d",
                       ImGuiSliderFlags_AlwaysClamp))
    number.set(*model.edit(), value);
  ImGui::EndDisabled();
  help(ui, setting.idle.empty() ? setting.help : std::string_view(setting.idle));
}

}  // namespace

std::vector<SettingRow> rows_of(const WindowModel& model, std::span<const Setting* const> settings) {
  std::vector<SettingRow> out;
  for (const Setting* each : settings) {
    for (SettingRow& row : each->rows(model.settings(), {.workload = *model.workload,
                                                        .devices = shown_devices(model.settings().execution),
                                                        .catalog = model.catalog}))
      out.push_back(std::move(row));
  }
  return out;
}

void offer_label(const std::string& label, const char* section, std::vector<Offer>& to) {
  const auto reveal = [label, section](const Window& window) {
    constexpr double shown_s = 3;
    window.ui.preferences.left = window.ui.preferences.right = true;
    window.ui.revealed = RevealRequest{section, label, window.ui.now_s + shown_s};
  };
  to.push_back({label, std::string("setting, ") + section, {}, reveal});
}

void offer_row(const WindowModel& model, const SettingRow& setting, const char* section, std::vector<Offer>& to) {
  if (setting.control == Control::none || setting.control == Control::ends) return;
  offer_label(setting.label, section, to);
  for (const RowChoice& each : setting.choices) {
    const auto take = [choose = each.choose](const Window& window) { choose(*window.model.edit()); };
    to.push_back({each.text, setting.label,
                  each.chosen ? "it is already chosen" : why_choice_is_refused(model, setting, each), take});
  }
}

void setting_row(const Ui& ui, WindowModel& model, const SettingRow& setting, const RowLayout& layout) {
  row(ui, setting.label.c_str(), layout.label, !setting.idle.empty());
  if (layout.beside > 0) ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - layout.beside);
  ImGui::PushID(setting.id.c_str());
  if (setting.control == Control::buttons) {
    help_of_name(ui, setting.idle.empty() ? setting.help : std::string_view(setting.idle));
    buttons(ui, model, setting);
  } else if (setting.control == Control::palettes) {
    palette_list(ui, model, setting);
  } else if (setting.control == Control::slider) {
    slider(ui, model, setting);
  } else {
    list(ui, model, setting);
  }
  ImGui::PopID();
}

}  // namespace heteroscope
