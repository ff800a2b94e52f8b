#include "app/window/features/color/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/text/format.hpp"
#include "app/window/model/mean_picture.hpp"
#include "app/window/picture/pictures.hpp"
#include "app/window/widgets/color_bar.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/color/distances.hpp"
#include "core/color/palette.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/shift.hpp"

namespace heteroscope {
namespace {

constexpr const char* own_ends = "fixed";

void palette_row(const Ui& ui, WindowModel& model) {
  row(ui, "Palette", narrow_label);
  const Palette& chosen = find_palette(model.settings().look.palette);
  const float swatch = ui.units(46);
  const ImVec2 frame = ImGui::GetCursorScreenPos();
  const ImVec2 frame_end{frame.x + ImGui::CalcItemWidth(), frame.y + ImGui::GetFrameHeight()};
  const auto indented = [&](const std::string& label, const Palette& palette, bool in_frame) {
    const ImVec2 low = in_frame ? frame : ImGui::GetItemRectMin();
    const ImVec2 high = in_frame ? frame_end : ImGui::GetItemRectMax();
    const float pad = ui.units(in_frame ? 5 : 2);
    palette_gradient(palette, 0, {low.x + pad, low.y + pad}, {low.x + pad + swatch, high.y - pad});
    const float y = (low.y + high.y - ImGui::GetTextLineHeight()) * 0.5F;
    ImGui::GetWindowDrawList()->AddText({low.x + swatch + 2 * pad + ui.units(3), y}, ui.theme().text, label.c_str());
  };
  const bool open = ImGui::BeginCombo("##palette", "", ImGuiComboFlags_HeightLarge);
  if (open) {
    for (const Palette& each : palettes()) {
      ImGui::PushID(each.id.c_str());
      if (ImGui::Selectable("##entry", each.id == chosen.id, 0, {ui.units(170), 0})) {
        model.edit().look.palette = each.id;
      }
      indented(each.label, each, false);
      ImGui::PopID();
    }
    ImGui::EndCombo();
  } else {
    help(ui, "The colors of values. Perceptually even palettes, readable for color-blind people, come first.");
  }
  indented(chosen.label, chosen, true);
}

void scale_row(const Ui& ui, WindowModel& model) {
  row(ui, "Scale", narrow_label);
  static constexpr std::array<std::string_view, 6> descriptions{
      "Values in proportion.",
      "The square root of values: more contrast among small ones.",
      "The logarithm: doublings are told apart, however high the top.",
      "The palette again and again, every few values.",
      "As many values for each color: nothing is flat, and more iterations leave the colors as they are.",
      "How far each pixel is from the set, by the logarithm, up to 16 pixels. Estimated from the slope of fractional "
      "counts between neighbors: half of it to twice as much. Below a pixel it is only known to be below."};
  std::string& scale = model.edit().look.scale;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float box = ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize(own_ends).x;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - box - style.ItemSpacing.x);
  if (ImGui::BeginCombo("##scale", scale.c_str())) {
    for (std::size_t i = 0; i < scale_ids().size(); ++i) {
      const std::string id(scale_ids()[i]);
      std::string refusal;
      if (id == distance_scale) refusal = refusal_of_distance(*model.workload, model.settings().problem.parameters);
      if (choice(ui, id.c_str(), id == scale, refusal, descriptions.at(i))) scale = id;
    }
    ImGui::EndCombo();
  } else {
    help(ui, "How values are laid over the palette.");
  }
}

void range_row(const Window& window) {
  Look& look = window.model.edit().look;
  ImGui::SameLine();
  const bool fixed = !has_ends(look);
  bool own = !look.automatic && !fixed;
  ImGui::BeginDisabled(fixed);
  if (ImGui::Checkbox(own_ends, &own)) {
    if (own && window.view.map) {
      look.low = window.view.map->low;
      look.high = window.view.map->high;
    }
    look.automatic = !own;
  }
  ImGui::EndDisabled();
  help(window.ui, colors_by_quantiles(look) ? "Colors by ranks have no ends: each has as many values."
                  : colors_by_distance(look)
                      ? "Distances end at 16 pixels."
                      : "Off, the palette's ends follow the workload and the result; on, they are "
                        "yours.");
  if (!own) return;
  row(window.ui, "Low", narrow_label);
  number_field("##low", look.low);
  row(window.ui, "High", narrow_label);
  number_field("##high", look.high);
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
  color_bar(window.ui, *window.view.map, find_palette(window.model.settings().look.palette), 0,
            window.view.readout.inside && !special ? value : std::nullopt);
  help(window.ui, !distances.empty()                 ? "The pixels of each color; the set has a color of its own."
                  : window.view.map->zero_is_special ? "The value of each color; 0 has a color of its own."
                                                     : "The value of each color.");
}

/// How many samples the picture is to have, and how many are in it.
void samples_row(const Window& window) {
  if (!refusal_of_samples(*window.model.workload).empty()) return;
  row(window.ui, "Samples", narrow_label);
  static constexpr std::array choices{1, 4, 8, 16, 32};
  int& samples = window.model.edit().look.samples;
  const auto text = [](int number) { return number == 1 ? std::string("1 (off)") : fmt::format("{}", number); };
  ImGui::SetNextItemWidth(window.ui.units(74));
  if (ImGui::BeginCombo("##samples", text(samples).c_str())) {
    for (const int each : choices) {
      if (ImGui::Selectable(text(each).c_str(), each == samples)) samples = each;
    }
    ImGui::EndCombo();
  } else {
    help(window.ui,
         "Smooth edges: while the picture rests, further ones of the same view, each moved by less than a pixel, are "
         "computed, and the mean of their colors is shown. Values stay those of the first.");
  }
  if (samples == 1) return;
  const MeanPicture* const mean = shown_mean(window.model, window.view);
  ImGui::SameLine(0, window.ui.units(8));
  ImGui::TextUnformatted(fmt::format("{} of {}", mean == nullptr ? 1 : mean->samples, samples).c_str());
  help(window.ui, shows_single_sample(window.model)
                      ? "While values are compared, or the scope is open, single samples are shown."
                      : "So many samples are in what is shown.");
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

}  // namespace

void ColorFeature::panel(const Window& window) {
  if (!section(window.ui, "Color")) return;
  palette_row(window.ui, window.model);
  scale_row(window.ui, window.model);
  range_row(window);
  bar_of_values(window);
  samples_row(window);
  display_row(window.ui, window.view);
}

}  // namespace heteroscope
