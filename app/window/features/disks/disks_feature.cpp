#include "app/window/features/disks/disks_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/ceil_div.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_circles = 4096;
constexpr std::size_t most_dots = 16384;
constexpr double smallest_units = 110;
constexpr double gap_units = 10;
constexpr double reach_units = 4;  // how near to a disk's edge the mouse must be

/// The square on the screen in which points are drawn.
struct Inset {
  ImVec2 from;
  float side = 1;

  [[nodiscard]] ImVec2 at(Point point) const {
    return {from.x + side * static_cast<float>(point.x), from.y + side * static_cast<float>(1 - point.y)};
  }
  [[nodiscard]] Point point(ImVec2 at) const { return {(at.x - from.x) / side, 1 - (at.y - from.y) / side}; }
};

void all_disks(const Ui& ui, const Inset& inset, const Disks& disks) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const Theme& theme = ui.theme();
  const ImU32 free = faded(theme.text, 0.4F);
  const std::size_t count = disks.centers.size();
  const bool circles = disks.radius > 0 && count <= most_circles;
  const float radius = std::max(static_cast<float>(disks.radius) * inset.side, ui.units(1));
  const float half = ui.units(count > most_circles ? 0.6 : 1.2);
  const std::size_t step = ceil_div(count, most_dots);
  // those that touch are drawn above the others
  for (const bool touching : {false, true}) {
    const ImU32 color = touching ? theme.error : free;
    for (std::size_t i = 0; i < count; i += step) {
      if ((!disks.touching.empty() && disks.touching[i] != 0) != touching) continue;
      const ImVec2 at = inset.at(disks.centers[i]);
      if (circles) {
        draw.AddCircleFilled(at, radius, color);
      } else {
        draw.AddRectFilled({at.x - half, at.y - half}, {at.x + half, at.y + half}, color);
      }
    }
  }
}

/// Draws a ring around a disk or a dot.
void ring(const Ui& ui, const Inset& inset, const Disks& disks, int i) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const float radius = std::max(static_cast<float>(disks.radius) * inset.side, ui.units(2)) + ui.units(2);
  const ImVec2 at = inset.at(disks.centers[static_cast<std::size_t>(i)]);
  draw.AddCircle(at, radius, ui.theme().panel, 0, ui.units(4));
  draw.AddCircle(at, radius, ui.theme().text, 0, ui.units(1.8));
}

/// Marks a row or a column so that it can be seen on light and on dark values: by a strip where cells are small, else
/// by a frame.
void band(const Ui& ui, ImVec2 from, ImVec2 to) {
  constexpr ImU32 dark = IM_COL32(0, 0, 0, 170);
  constexpr ImU32 light = IM_COL32(255, 255, 255, 235);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const float edge = ui.units(1);
  if (std::min(to.x - from.x, to.y - from.y) > ui.units(6)) {
    draw.AddRect(from, to, dark, 0, 0, 3 * edge);
    draw.AddRect(from, to, light, 0, 0, 1.5F * edge);
    return;
  }
  const float wider = std::max(2 * edge - (to.x - from.x), 0.0F) * 0.5F;
  const float higher = std::max(2 * edge - (to.y - from.y), 0.0F) * 0.5F;
  from = {from.x - wider, from.y - higher};
  to = {to.x + wider, to.y + higher};
  draw.AddRectFilled({from.x - edge, from.y - edge}, {to.x + edge, to.y + edge}, dark);
  draw.AddRectFilled(from, to, light);
}

/// Marks the row and the column of a point in the picture of the result.
void bands(const Ui& ui, const FrameView& view, const Rect& pane, const Rect& picture, int i) {
  const Field& field = view.frame->field;
  const Size size = field.size();
  if (i >= size.height || i >= size.width) return;
  const float across = (picture.to.x - picture.from.x) / static_cast<float>(size.width);
  const float down = (picture.to.y - picture.from.y) / static_cast<float>(size.height);
  const auto place = static_cast<float>(i);
  const float x = picture.from.x + across * place;
  const float y = picture.from.y + down * place;
  const int last = values_in_row(field.domain(), size.width, i);
  const int first = field.domain() == Domain::lower_triangle ? i : 0;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(pane.from, pane.to);
  band(ui, {picture.from.x, y}, {picture.from.x + across * static_cast<float>(last), y + down});
  band(ui, {x, picture.from.y + down * static_cast<float>(first)}, {x + across, picture.to.y});
  draw.PopClipRect();
}

std::string caption(const Disks& disks) {
  const auto count = static_cast<std::int64_t>(disks.centers.size());
  if (disks.radius > 0) {
    return fmt::format("{} disks, {} touch", format_count(count),
                       format_count(static_cast<std::int64_t>(disks.touched)));
  }
  if (disks.centers.size() <= most_dots) return fmt::format("{} points", format_count(count));
  const auto step = static_cast<std::int64_t>(ceil_div(disks.centers.size(), most_dots));
  return fmt::format("{} points, 1 in {} drawn", format_count(count), step);
}

/// Draws a line between the two points of the cell under the mouse. Returns the caption for them.
std::string cell_points(const Ui& ui, const FrameView& view, const Inset& inset, const Disks& disks) {
  const Readout& at = view.readout;
  const auto count = static_cast<int>(disks.centers.size());
  if (!at.inside || !view.frame->field.has(at.x, at.y) || at.x >= count || at.y >= count) return {};
  const Point a = disks.centers[static_cast<std::size_t>(at.y)];
  const Point b = disks.centers[static_cast<std::size_t>(at.x)];
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.AddLine(inset.at(a), inset.at(b), ui.theme().panel, ui.units(4));
  draw.AddLine(inset.at(a), inset.at(b), ui.theme().text, ui.units(1.8));
  ring(ui, inset, disks, at.y);
  ring(ui, inset, disks, at.x);
  return fmt::format("{} and {}: {} apart", at.y, at.x, format_short(std::hypot(a.x - b.x, a.y - b.y), 4));
}

/// Marks the point under the mouse here and in the picture. Returns the caption for it.
std::string point_under_mouse(const Ui& ui, const FrameView& view, const Inset& inset, const Disks& disks,
                              const Rect& pane, const Rect& picture) {
  const ImGuiIO& io = ImGui::GetIO();
  const Point at = inset.point(io.MousePos);
  if (io.WantCaptureMouse || at.x < 0 || at.y < 0 || at.x > 1 || at.y > 1) return {};
  const auto found = disk_at(disks, at, static_cast<double>(ui.units(reach_units) / inset.side));
  if (!found) return {};
  ring(ui, inset, disks, *found);
  bands(ui, view, pane, picture, *found);
  const Point center = disks.centers[static_cast<std::size_t>(*found)];
  return fmt::format("{} at {:.4f}, {:.4f}", *found, center.x, center.y);
}

bool shows_points(const Window& window) {
  return window.ui.preferences.disks && window.view.frame != nullptr &&
         window.view.frame->plan.workload == window.model.workload && !window.view.frame->field.empty();
}

}  // namespace

void DisksFeature::overlay(const Window& window, OverlaySpace& space) {
  if (shows_scope(window.model) || !shows_points(window)) return;
  if (std::exchange(serial_, window.view.frame->serial) != window.view.frame->serial)
    disks_ = disks_of(*window.view.frame);
  if (!disks_) return;
  const Disks& disks = *disks_;
  const PictureArea area = pane_area(window, Pane::picture);
  const Rect pane = rect_of(window.ui, area);
  const Rect picture = placed(pane, place_of(window.model, *window.view.frame, Role::result, area.size));
  const auto box_of_rect = [](const Rect& rect) { return Box{{rect.from.x, rect.from.y}, {rect.to.x, rect.to.y}}; };
  push_font(window.ui.fonts.small);
  const float strip = ImGui::GetTextLineHeight() + window.ui.units(5);
  const Field& field = window.view.frame->field;
  const auto box = inset_box(box_of_rect(pane), box_of_rect(picture), field.size(), field.domain(), strip,
                             window.ui.units(gap_units), window.ui.units(smallest_units));
  if (box) {
    const ImVec2 from{static_cast<float>(box->from.x), static_cast<float>(box->from.y)};
    const ImVec2 to{static_cast<float>(box->to.x), static_cast<float>(box->to.y)};
    space.covered.push_back({from.x, from.y, to.x, to.y});
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddRectFilled({from.x, from.y + strip}, to, window.ui.theme().panel);
    draw.PushClipRect({from.x, from.y + strip}, to);
    const Inset inset{{from.x, from.y + strip}, to.x - from.x};
    all_disks(window.ui, inset, disks);
    std::string text = cell_points(window.ui, window.view, inset, disks);
    draw.PopClipRect();
    if (text.empty()) text = point_under_mouse(window.ui, window.view, inset, disks, pane, picture);
    draw.AddRect({from.x, from.y + strip}, to, window.ui.theme().line);
    if (text.empty()) text = caption(disks);
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    if (width <= to.x - from.x) draw.AddText({to.x - width, from.y}, window.ui.theme().dim, text.c_str());
  }
  ImGui::PopFont();
}

std::vector<ActionEntry> DisksFeature::actions() {
  return {{action::toggle_disks,
           "show the points from which the result is computed",
           {pressed(GLFW_KEY_O, "O")},
           [](const Window& window) { window.ui.preferences.disks = !window.ui.preferences.disks; },
           [](const Window& window) {
             return window.model.workload->points
                        ? ""
                        : std::string(window.model.workload->label) + " is not computed from points";
           }}};
}

void disks_row(Ui& ui, const WindowModel& model) {
  const auto radius = drawn_radius(*model.workload, model.settings().problem.parameters);
  if (!radius) return;
  row(ui, *radius > 0 ? "Draw the disks" : "Draw the points");
  ImGui::Checkbox("##disks", &ui.preferences.disks);
  help(ui,
       "Shows the points from which the result is computed, where there is room beside its values. Rest the mouse on "
       "a value to see its two points, or on a point to see its row and its column.",
       action::toggle_disks);
}

}  // namespace heteroscope
