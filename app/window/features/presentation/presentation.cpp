#include "app/window/features/presentation/presentation.hpp"

#include <algorithm>
#include <cfloat>
#include <string>
#include <utility>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

struct Line {
  std::string text;
  ImU32 color;
};

std::vector<Line> lines_of(const Ui& ui, const FrameSample& sample) {
  const Theme& theme = ui.theme();
  const std::string how = sample.variant + ", " + std::string(id_of(sample.precision));
  const bool steps = sample.timing.steps > 0;
  const std::string unit = steps ? " steps/s" : " " + std::string(sample.unit) + "/s";
  const double ms = sample.compute_ms();
  const double per_s =
      steps ? (ms > 0 ? 1e3 * static_cast<double>(sample.timing.steps) / ms : 0) : sample.operations_per_s();
  return {{format_ms(ms), theme.of(sample.processor)}, {how, theme.text}, {format_si(per_s) + unit, theme.dim}};
}

void ring(const Ui& ui) {
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (!ImGui::IsMousePosValid(&at)) return;
  ImDrawList& draw = *ImGui::GetForegroundDrawList();
  // bright within dark, so that it is seen over any picture, whatever the window's colors are
  draw.AddCircle(at, ui.units(18), IM_COL32(0, 0, 0, 200), 0, ui.units(7));
  draw.AddCircle(at, ui.units(18), theme_of(ThemeKind::dark).notice, 0, ui.units(3));
}

/// Returns how far the rectangles lie over each other down the picture; 0 or less where they do not.
float overlap(const Rect& one, const Rect& other) {
  const float across = std::min(one.to.x, other.to.x) - std::max(one.from.x, other.from.x);
  const float down = std::min(one.to.y, other.to.y) - std::max(one.from.y, other.from.y);
  return across > 0 ? down : 0;
}

}  // namespace

ImVec2 place_in_corner(NumbersCorner corner, const Rect& free, ImVec2 size, float edge) {
  return {corner.right ? free.to.x - edge - size.x : free.from.x + edge,
          corner.bottom ? free.to.y - edge - size.y : free.from.y + edge};
}

std::optional<NumbersCorner> corner_of_numbers(const OverlaySpace& space, const Rect& free, ImVec2 size, ImVec2 mouse,
                                               float edge, std::optional<NumbersCorner> before) {
  if (free.to.y - free.from.y < size.y + 2 * edge) return std::nullopt;
  const auto is_free = [&](NumbersCorner corner, float apart) {
    const ImVec2 at = place_in_corner(corner, free, size, edge);
    const Rect box{at, {at.x + size.x, at.y + size.y}};
    const Rect pointed{{mouse.x - apart, mouse.y - apart}, {mouse.x + apart, mouse.y + apart}};
    const auto hides = [&](const std::array<float, 4>& each) {
      return overlap(box, {{each[0], each[1]}, {each[2], each[3]}}) > size.y / 4;
    };
    return overlap(box, pointed) <= 0 && std::ranges::none_of(space.covered, hides) &&
           std::ranges::none_of(space.words, [&](const Rect& each) { return overlap(box, each) > 0; });
  };
  // it goes once the ring around the mouse would be hidden, and then to where it can stay for a while
  if (before && is_free(*before, 1.5F * edge)) return before;
  const bool at_right = mouse.x > (free.from.x + free.to.x) / 2;
  for (const bool bottom : {true, false}) {
    for (const bool right : {at_right, !at_right}) {
      if (is_free({right, bottom}, 3 * edge)) return NumbersCorner{right, bottom};
    }
  }
  return std::nullopt;
}

void Presentation::show(bool shown) {
  shown_ = shown;
  corner_.reset();
}

void Presentation::overlay(const Window& window, OverlaySpace& space) {
  if (!shown_) return;
  const Rect rect = space.free_above_messages(ImGui::GetIO().DisplaySize.y);
  ring(window.ui);
  if (window.model.frames.samples().empty()) return;
  const std::vector<Line> lines = lines_of(window.ui, window.model.frames.samples().back());
  // as large as the font, unless the longest line would be wider than this
  const float room = (rect.to.x - rect.from.x) * 0.4F;
  ImFont& font = *window.ui.fonts.large;
  const float whole = loaded_size(font) * ImGui::GetIO().FontGlobalScale;
  float widest = 1;
  for (const Line& each : lines) {
    widest = std::max(widest, font.CalcTextSizeA(whole, FLT_MAX, 0, each.text.c_str()).x);
  }
  const float size = whole * std::min(1.0F, room / widest);
  const float step = size * 1.12F;
  const float pad = window.ui.units(16);
  const float width = widest * std::min(1.0F, room / widest) + 2 * pad;
  const float height = step * static_cast<float>(lines.size()) + 1.4F * pad;
  const float edge = window.ui.units(14);
  if (std::exchange(laid_out_, window.view.area) != window.view.area) corner_.reset();
  const auto found = corner_of_numbers(space, rect, {width, height}, ImGui::GetIO().MousePos, edge, corner_);
  if (!found) return;
  corner_ = found;
  const ImVec2 corner = place_in_corner(*found, rect, {width, height}, edge);
  const ImVec2 end{corner.x + width, corner.y + height};
  space.pages.push_back({corner, end});  // messages give way to it where the free room is not the window's
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.AddRectFilled(corner, end, faded(window.ui.theme().panel, 0.82F), window.ui.units(10));
  float y = corner.y + 0.7F * pad;
  for (const Line& each : lines) {
    draw.AddText(&font, size, {corner.x + pad, y}, each.color, each.text.c_str());
    y += step;
  }
}

}  // namespace heteroscope
