#include "app/window/features/presentation/presentation.hpp"

#include <algorithm>
#include <cfloat>
#include <string>
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
  draw.AddCircle(at, ui.units(18), IM_COL32(0, 0, 0, 150), 0, ui.units(6));
  draw.AddCircle(at, ui.units(18), ui.theme().notice, 0, ui.units(3));
}

/// Returns whether a window over the picture hides more than a quarter of the height of such a box.
bool is_hidden(const Covered& covered, ImVec2 at, ImVec2 size) {
  return std::ranges::any_of(covered, [&](const std::array<float, 4>& each) {
    const float across = std::min(each[2], at.x + size.x) - std::max(each[0], at.x);
    const float down = std::min(each[3], at.y + size.y) - std::max(each[1], at.y);
    return across > 0 && down > size.y / 4;
  });
}

}  // namespace

void Presentation::overlay(const Window& window, OverlaySpace& space) {
  const Rect& rect = space.free;
  if (!shown_) return;
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
  const ImVec2 left{rect.from.x + edge, rect.to.y - edge - height};
  const ImVec2 right{rect.to.x - edge - width, left.y};
  // on the mouse's side, since the lens is on the other one, unless the mouse is there
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool at_right = mouse.x > (rect.from.x + rect.to.x) / 2;
  const float aside = at_right ? right.x - mouse.x : mouse.x - left.x - width;
  const bool in_the_way = aside < 3 * edge && mouse.y > left.y - 3 * edge;
  const bool prefers_right = at_right != in_the_way;
  const ImVec2 preferred = prefers_right ? right : left;
  const ImVec2 other = prefers_right ? left : right;
  if (is_hidden(space.covered, preferred, {width, height}) && is_hidden(space.covered, other, {width, height})) return;
  const ImVec2 corner = is_hidden(space.covered, preferred, {width, height}) ? other : preferred;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.AddRectFilled(corner, {corner.x + width, corner.y + height}, faded(window.ui.theme().panel, 0.82F),
                     window.ui.units(10));
  float y = corner.y + 0.7F * pad;
  for (const Line& each : lines) {
    draw.AddText(&font, size, {corner.x + pad, y}, each.color, each.text.c_str());
    y += step;
  }
}

}  // namespace heteroscope
