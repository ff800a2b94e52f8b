#include "app/window/features/color/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/window/feature/setting_rows.hpp"
#include "app/window/model/mean_picture.hpp"
#include "app/window/picture/pictures.hpp"
#include "app/window/widgets/color_bar.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/color/palette.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/looks.hpp"

namespace heteroscope {
namespace {

constexpr const char* own_ends = "fixed";

/// How the palette is turned and whether it runs backward.
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
  help(ui, "Turns the palette: its colors move along the values, and what leaves it at one end comes in at the other.");
  ImGui::SameLine();
  ImGui::Checkbox(inverted, &look.inverted);
  help(ui, "The palette runs from its end to its start.");
}

/// After how many values the colors come again.
void period_row(const Ui& ui, WindowModel& model) {
  const Edit edit = model.edit();
  Look& look = edit->look;
  if (look.scale != id_of(ColorScale::cyclic) || !look.automatic) return;
  row(ui, "Period", narrow_label);
  double period = look.period;
  if (number_field("##period", period)) look.period = std::clamp(period, shortest_period, longest_period);
  help(ui, "Values after which the palette begins again. Enter takes the number.");
}

/// Beside the scale whether the palette's ends are a person's own, and then both of them.
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
  row(window.ui, "High", narrow_label);
  number_field("##high", look.high);
}

/// The width that is kept free beside the scale for the box of ends_row().
float room_for_ends() {
  const ImGuiStyle& style = ImGui::GetStyle();
  return ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize(own_ends).x + style.ItemSpacing.x;
}

void bar_of_values(const Window& window) {
  if (!window.view.map) return;
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
  help(window.ui, !distances.empty()                 ? "The pixels of each color; the set has a color of its own."
                  : window.view.map->zero_is_special ? "The value of each color; 0 has a color of its own."
                                                     : "The value of each color.");
}

/// Beside the samples that the picture is to have, how many are in it.
void samples_there(const Window& window) {
  const int samples = window.model.settings().look.samples;
  if (samples == 1) return;
  const MeanPicture* const mean = shown_mean(window.model, window.view);
  ImGui::SameLine(0, window.ui.units(8));
  ImGui::TextUnformatted(fmt::format("{} of {}", mean == nullptr ? 1 : mean->samples, samples).c_str());
  help(window.ui, shows_single_sample(window.model)
                      ? "While values are compared, or the scope is open, single samples are shown."
                      : "So many samples are in what is shown.");
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
  static constexpr std::array<std::string_view, 3> labels{"texture", "buffer", "host"};
  static constexpr std::array<std::string_view, 3> descriptions{
      "interop_texture: the GPU's color kernel writes the texture that is on the screen.",
      "interop_pbo: the color kernel writes a pixel buffer, from which OpenGL copies.",
      "host_copy: the result comes to the host, is colored there and uploaded."};
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
  if (wide_button("Draw by the NVIDIA card")) ui.ask(action::draw_on_card);
  help(ui, view.interop_refusal + ". The window is opened anew, as it is set, with OpenGL sent to the NVIDIA card.",
       action::draw_on_card);
}

/// The picture on the screen has the colors of its source.
bool in_color(const Window& window) {
  const auto& frame = window.view.frame;
  return frame != nullptr && frame->plan.workload == window.model.workload && frame->channels != nullptr;
}

void own_colors(const Window& window) {
  ImGui::TextUnformatted("The picture's own colors");
  help(window.ui,
       "Red, green and blue are computed each by itself. Of a picture of one channel a palette colors the values.");
  if (wide_button("Luma, with a palette")) window.model.edit()->problem.channel = ImageChannel::luma;
  help(window.ui,
       "Computes the luma of the source alone, whose values a palette colors; Channel, under Source, brings the colors "
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
