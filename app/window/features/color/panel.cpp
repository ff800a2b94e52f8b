#include "app/window/features/color/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/window/feature/setting_rows.hpp"
#include "app/window/model/mean_picture.hpp"
#include "app/window/widgets/color_bar.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/color/palette.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/looks.hpp"

namespace heteroscope {
namespace {

constexpr const char* own_ends = "fixed";

/// Draws the palette's shift and whether its colors are in reverse order.
void change_rows(const Ui& ui, WindowModel& model) {
  const Edit edit = model.edit();
  Look& look = edit->look;
  row(ui, "Shift", narrow_label);
  const char* const inverted = "inverted";
  const ImGuiStyle& style = ImGui::GetStyle();
  const float box = ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize(inverted).x;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - box - style.ItemSpacing.x);
  auto percent = static_cast<float>(look.shift * 100);
  if (ImGui::SliderFloat("##shift", &percent, 0, 100, "%.0f %%", ImGuiSliderFlags_AlwaysClamp))
    look.shift = std::round(percent) / 100;
  help(ui, "Moves the palette along the values. Colors that leave it at one end come in at the other.");
  ImGui::SameLine();
  ImGui::Checkbox(inverted, &look.inverted);
  help(ui, "Reverses the order of the palette's colors.");
}

/// Draws the period of the scale `cyclic`: the difference of values after which the palette repeats.
void period_row(const Ui& ui, WindowModel& model) {
  const Edit edit = model.edit();
  Look& look = edit->look;
  if (look.scale != id_of(ColorScale::cyclic) || !look.automatic) return;
  row(ui, "Period", narrow_label);
  double period = look.period;
  if (number_field("##period", period)) look.period = std::clamp(period, shortest_period, longest_period);
  help(ui, "Difference of values after which the palette repeats.");
}

/// Draws, beside the scale, whether the palette's ends are fixed, and below it both ends where they are.
void ends_row(const Window& window, const SettingRow& setting) {
  const Edit edit = window.model.edit();
  Look& look = edit->look;
  const bool fixed = !setting.idle.empty();
  bool own = !look.automatic && !fixed;
  ImGui::SameLine();
  ImGui::BeginDisabled(fixed);
  if (ImGui::Checkbox(own_ends, &own)) {
    if (own && window.view.map) {
      look.low = window.view.map->low;
      look.high = window.view.map->high;
    }
    look.automatic = !own;
  }
  ImGui::EndDisabled();
  help(window.ui, fixed ? std::string_view(setting.idle) : setting.help);
  if (!own) return;
  row(window.ui, "Low", narrow_label);
  number_field("##low", look.low);
  help(window.ui, "Value at the start of the palette. Press Enter to apply.");
  row(window.ui, "High", narrow_label);
  number_field("##high", look.high);
  help(window.ui, "Value at the end of the palette. Press Enter to apply.");
}

/// The width that is kept free beside the scale for the box of ends_row().
float room_for_ends() {
  const ImGuiStyle& style = ImGui::GetStyle();
  return ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize(own_ends).x + style.ItemSpacing.x;
}

void bar_of_values(const Window& window) {
  if (!window.view.map) return ImGui::Dummy({0, color_bar_height(window.ui)});
  const Field& distances = window.view.frame->distances;
  std::optional<double> value =
      window.model.workload->gives_numbers() ? window.view.readout.input : window.view.readout.value;
  if (!distances.empty()) {
    const bool there = window.view.readout.inside && distances.has(window.view.readout.x, window.view.readout.y);
    value = there ? std::optional(distances.value(window.view.readout.x, window.view.readout.y)) : std::nullopt;
  }
  const bool special = window.view.map->zero_is_special && value == 0.0;
  color_bar(window.ui, *window.view.map, *palette_of(window.model.settings().look), 0,
            window.view.readout.inside && !special ? value : std::nullopt);
  help_beside(window.ui,
              !distances.empty() ? "The distance in pixels that each color stands for. The set has a color of its own."
              : window.view.map->zero_is_special ? "The value that each color stands for. 0 has a color of its own."
                                                 : "The value that each color stands for.");
}

/// Draws, beside the chosen number of samples, how many of them the picture has so far.
void samples_there(const Window& window) {
  const int samples = window.model.settings().look.samples;
  if (samples == 1) return;
  const MeanPicture* const mean = shown_mean(window.model, window.view);
  ImGui::SameLine(0, window.ui.units(8));
  ImGui::TextUnformatted(fmt::format("{} of {}", mean == nullptr ? 1 : mean->samples, samples).c_str());
  help(window.ui, shows_single_sample(window.model)
                      ? "While pictures are compared or the scope is open, each pixel shows a single sample."
                      : "Samples of each pixel in the picture so far, and the number chosen.");
}

void look_row(const Window& window, const SettingRow& setting) {
  if (setting.control == Control::ends) {
    ends_row(window, setting);
    period_row(window.ui, window.model);
    return bar_of_values(window);
  }
  const float beside = setting.id == "scale"     ? room_for_ends()
                       : setting.id == "samples" ? ImGui::GetContentRegionAvail().x - window.ui.units(138)
                                                 : 0;
  setting_row(window.ui, window.model, setting, {.label = narrow_label, .beside = beside});
  if (setting.id == "samples") samples_there(window);
}

void display_row(Ui& ui, const FrameView& view) {
  row(ui, "Display", narrow_label);
  help_of_name(ui, "How the result gets to the screen.");
  static constexpr std::array<std::string_view, 3> labels{"texture", "buffer", "host"};
  static constexpr std::array<std::string_view, 3> descriptions{
      "interop_texture: the GPU's color kernel writes the texture that is on the screen.",
      "interop_pbo: the GPU's color kernel writes a pixel buffer, which OpenGL copies into the texture.",
      "host_copy: the result is copied to the host, colored there and uploaded to the texture."};
  int chosen = static_cast<int>(display_way(ui, view));
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const bool direct = static_cast<DisplayWay>(i) != DisplayWay::host_copy;
    segments.push_back(
        {labels[i].data(), ui.theme().dim, direct ? view.interop_refusal : std::string(), descriptions[i]});
  }
  if (segmented(ui, "display", chosen, segments)) {
    ui.preferences.display = static_cast<DisplayWay>(chosen);
    ui.asked_display.reset();
  }
  if (!view.offers_card) return;
  if (wide_button("Draw with the NVIDIA card")) ui.ask(action::draw_on_card);
  help(ui, view.interop_refusal + ". This opens the window anew, with the same settings, drawn by the NVIDIA card.",
       action::draw_on_card);
}

/// True where the picture on the screen has the colors of its source.
bool in_color(const Window& window) {
  const auto& frame = window.view.frame;
  return frame != nullptr && frame->plan.workload == window.model.workload && frame->channels != nullptr;
}

void own_colors(const Window& window) {
  ImGui::TextUnformatted("The picture's own colors");
  help(window.ui, "Red, green and blue are computed separately. A palette colors only the values of a single channel.");
  if (wide_button("Luma, with a palette")) window.model.edit()->problem.channel = ImageChannel::luma;
  help(window.ui,
       "Computes only the luma of the source and colors it with a palette. Channel, under Source, brings the colors "
       "back.");
}

}  // namespace

void ColorFeature::panel(const Window& window) {
  if (!section(window.ui, "Color")) return;
  if (in_color(window)) {
    own_colors(window);
    return display_row(window.ui, window.view);
  }
  for (const SettingRow& each : rows_of(window.model, look_schema())) {
    look_row(window, each);
    if (each.control != Control::palettes) continue;
    change_rows(window.ui, window.model);
    stops_.rows(window.ui, window.model.edit()->look);
  }
  display_row(window.ui, window.view);
}

void ColorFeature::offer(const Window& window, std::vector<Offer>& to) {
  for (const SettingRow& each : rows_of(window.model, look_schema())) offer_row(window.model, each, "Color", to);
}

}  // namespace heteroscope
