#include "app/window/features/cell_values/cell_values.hpp"

#include <algorithm>
#include <cmath>
#include <stop_token>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/color/colorize.hpp"

namespace heteroscope {
namespace {

constexpr double least_units = 24;  // the smallest side of a cell in which its value is written, in units of the design

std::string cell_text(double value) {
  if (std::isnan(value)) return {};
  return value == std::floor(value) && std::abs(value) < 1e7 ? format_short(value, 7) : format_short(value, 3);
}

}  // namespace

CellValues::CellValues()
    : values_([](const Request& request, const std::stop_token&, const auto& publish) {
        publish(std::make_shared<const Values>(
            Values{request, values_of(request.frame->field, request.x, request.y, request.size)}));
      }) {}

void CellValues::overlay(const Window& window, OverlaySpace& /*space*/) {
  const bool there = window.view.frame != nullptr && !window.view.coarse &&
                     window.view.frame->plan.workload == window.model.workload && window.view.map &&
                     !window.model.workload->gives_numbers() && !shows_scope(window.model) &&
                     !shows_earlier_save(window.ui, window.view);
  // a picture of differences, or of another frame, has other numbers than this frame
  const Comparison& comparison = window.model.comparison;
  const bool alone = comparison.with == CompareWith::nothing || comparison.style == CompareStyle::side;
  if (!there || comparison.flip || !alone ||
      view_target(window.model.settings(), window.model.catalog).kind != ViewKind::picture)
    return;
  const PictureArea area = pane_area(window, Pane::picture);
  const Size cells = window.view.frame->field.size();
  const Placement place = place_of(window.model, *window.view.frame, Role::result, area.size);
  // size of a cell, in pixels of the framebuffer
  const double across = place.half_width * area.size.width / cells.width;
  const double down = place.half_height * area.size.height / cells.height;
  const double unit = window.ui.units(1) * window.ui.pixel_ratio;
  if (std::min(across, down) < least_units * unit) return;
  const double left = (place.x + 1 - place.half_width) * area.size.width / 2;
  const double top = (1 - place.y - place.half_height) * area.size.height / 2;
  Request request{.frame = window.view.frame};
  request.x = std::clamp(static_cast<int>(std::floor(-left / across)), 0, cells.width - 1);
  request.y = std::clamp(static_cast<int>(std::floor(-top / down)), 0, cells.height - 1);
  const auto last_x = static_cast<int>(std::ceil((area.size.width - left) / across));
  const auto last_y = static_cast<int>(std::ceil((area.size.height - top) / down));
  request.size = {std::clamp(last_x, request.x + 1, cells.width) - request.x,
                  std::clamp(last_y, request.y + 1, cells.height) - request.y};
  const auto values = values_.follow(request, window.ui);
  if (values == nullptr || values->of.frame != window.view.frame) return;
  const Rect rect = rect_of(window.ui, area);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(rect.from, rect.to);
  push_font(window.ui.fonts.small);
  const float line = ImGui::GetTextLineHeight();
  for (int j = 0; j < values->of.size.height; ++j) {
    for (int i = 0; i < values->of.size.width; ++i) {
      const double value = values->samples.at(i, j);
      const std::string text = cell_text(value);
      const float width = ImGui::CalcTextSize(text.c_str()).x;
      if (text.empty() || width > across / window.ui.pixel_ratio - 2) continue;
      const ImVec2 middle =
          place_in(window.ui, area, {left + (values->of.x + i + 0.5) * across, top + (values->of.y + j + 0.5) * down});
      const ImU32 ink = ink_on(colorize_value(value, *window.view.map, window.view.map->table));
      draw.AddText({std::round(middle.x - width * 0.5F), std::round(middle.y - line * 0.5F)}, ink, text.c_str());
    }
  }
  ImGui::PopFont();
  draw.PopClipRect();
}

}  // namespace heteroscope
