#include "app/window/widgets/plot_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

ImVec2 to_vec(const Spot& at) {
  return SeenPlot::point(at.x, at.y);
}

ImFont* font_of(const Ui& ui, bool bold) {
  return bold ? ui.fonts.strong : ImGui::GetFont();
}

/// Draws a vertical or horizontal line on whole pixels; false: the line is neither.
bool put_straight(const Ui& ui, ImDrawList& draw, const DrawnLine& line) {
  if (line.points.size() != 2) return false;
  const ImVec2 from = to_vec(line.points[0]);
  const ImVec2 to = to_vec(line.points[1]);
  const bool upward = from.x == to.x;
  if (!upward && from.y != to.y) return false;
  const auto whole = [&](float at) { return std::round(at * ui.pixel_ratio) / ui.pixel_ratio; };
  const float width = std::max(whole(static_cast<float>(line.width)), 1 / ui.pixel_ratio);
  const float first = whole((upward ? from.x : from.y) - width / 2);
  if (upward) {
    draw.AddRectFilled({first, std::min(from.y, to.y)}, {first + width, std::max(from.y, to.y)}, line.color);
  } else {
    draw.AddRectFilled({std::min(from.x, to.x), first}, {std::max(from.x, to.x), first + width}, line.color);
  }
  return true;
}

/// Draws a line segment by segment, since ImGui's polyline cuts off joints at sharp turns.
void draw_item(const Ui& ui, ImDrawList& draw, const DrawnLine& line) {
  if (put_straight(ui, draw, line)) return;
  const auto width = static_cast<float>(line.width);
  for (std::size_t i = 1; i < line.points.size(); ++i)
    draw.AddLine(to_vec(line.points[i - 1]), to_vec(line.points[i]), line.color, width);
}

void draw_item(const Ui& /*ui*/, ImDrawList& draw, const DrawnBox& box) {
  const ImVec2 from = SeenPlot::point(box.area.left, box.area.top);
  const ImVec2 to = SeenPlot::point(box.area.right, box.area.bottom);
  const auto rounding = static_cast<float>(box.rounding);
  if (box.filled) {
    draw.AddRectFilled(from, to, box.color, rounding);
  } else {
    draw.AddRect(from, to, box.color, rounding);
  }
}

void draw_item(const Ui& ui, ImDrawList& draw, const DrawnMark& mark) {
  const std::vector<Spot> corners = corners_of(mark);
  const auto radius = static_cast<float>(mark.radius);
  if (mark.marker == Marker::cross) {
    for (std::size_t i = 0; i + 1 < corners.size(); i += 2)
      draw.AddLine(to_vec(corners[i]), to_vec(corners[i + 1]), mark.color, ui.units(1.8));
    return;
  }
  if (!corners.empty()) {
    std::array<ImVec2, 4> points{};
    std::ranges::transform(corners, points.begin(), to_vec);
    draw.AddConvexPolyFilled(points.data(), static_cast<int>(corners.size()), mark.color);
    return;
  }
  if (mark.marker == Marker::ring) {
    draw.AddCircleFilled(to_vec(mark.at), radius, ui.theme().panel);
    draw.AddCircle(to_vec(mark.at), radius, mark.color, 0, ui.units(1.8));
    return;
  }
  draw.AddCircleFilled(to_vec(mark.at), radius, mark.color);
}

void draw_item(const Ui& ui, ImDrawList& draw, const DrawnText& text) {
  ImFont* const font = font_of(ui, text.bold);
  const float height = loaded_size(*font) * static_cast<float>(text.scale);
  const ImVec2 extent = font->CalcTextSizeA(height, FLT_MAX, 0, text.words.c_str());
  const double share = text.anchor == Anchor::start ? 0 : text.anchor == Anchor::middle ? 0.5 : 1;
  const ImVec2 at = SeenPlot::point(text.at.x - share * extent.x, text.at.y - extent.y / 2);
  draw.AddText(font, height, {std::round(at.x), std::round(at.y)}, text.color, text.words.c_str());
}

/// Draws for each named line the value of the point that is nearest to the mouse's column.
void values_under_mouse(const Ui& ui, const PlotFrame& frame, const Plot& plot) {
  struct Value {
    const PlotLine* line;
    const PlotPoint* point;
    ImVec2 at;
    std::string text;
  };
  const float mouse = ImGui::GetIO().MousePos.x;
  std::vector<Value> values;
  for (const PlotLine& line : plot.lines) {
    if (line.label.empty()) continue;
    const PlotPoint* nearest = nullptr;
    double least = 0;
    for (const PlotPoint& each : line.points) {
      const Spot at = frame.at(each);
      const double distance = std::abs(at.x - mouse);
      if (std::isnan(at.x) || std::isnan(at.y) || (nearest != nullptr && distance >= least)) continue;
      nearest = &each;
      least = distance;
    }
    if (nearest == nullptr) continue;
    std::string text = plot.y.prefixes ? format_si(nearest->y) : format_short(nearest->y, 5);
    if (nearest->range)
      text += " (" + format_short(nearest->range->low, 4) + " … " + format_short(nearest->range->high, 4) + ")";
    values.push_back({&line, nearest, to_vec(frame.at(*nearest)), std::move(text)});
  }
  if (values.empty()) return;
  push_font(ui.fonts.text);
  ImGui::BeginTooltip();
  const double x = values.front().point->x;
  const std::string mark = mark_text(plot.x, x);
  const std::string place = mark.empty() ? format_short(x, 5) + plot.x.unit : mark;
  ImGui::TextUnformatted(plot.x.label.empty() ? place.c_str() : fmt::format("{}: {}", plot.x.label, place).c_str());
  if (!plot.y.label.empty()) colored_words(ui.theme().dim, plot.y.label);
  float width = ui.units(130);
  for (const Value& each : values)
    width = std::max(width, ImGui::CalcTextSize((each.line->label + each.text).c_str()).x + ui.units(32));
  ImGui::Dummy({width, ui.units(1)});
  for (const Value& each : values) {
    dot(ui, each.line->color);
    value_row(ui, each.line->label.c_str(), each.text);
    ImGui::GetForegroundDrawList()->AddCircle(each.at, ui.units(4.5), ui.theme().text);
  }
  ImGui::EndTooltip();
  ImGui::PopFont();
}

}  // namespace

double SeenPlot::mouse_x() const {
  return frame.x.value((ImGui::GetIO().MousePos.x - frame.area.left) / frame.area.width());
}

ImU32 line_color(const Theme& theme, std::size_t i) {
  const std::array colors{theme.gpu, theme.cpu, theme.merge, theme.copies, theme.source, theme.display, theme.notice};
  return colors[i % colors.size()];
}

PlotStyle plot_style(const Ui& ui) {
  const Theme& theme = ui.theme();
  return {.unit = ui.units(1),
          .pixel = 1 / static_cast<double>(ui.pixel_ratio),
          .line = ImGui::GetTextLineHeight(),
          .y_labels = ui.units(44),
          .width =
              [&ui](const std::string& words, bool bold) {
                ImFont* const font = font_of(ui, bold);
                return static_cast<double>(font->CalcTextSizeA(loaded_size(*font), FLT_MAX, 0, words.c_str()).x);
              },
          .text = theme.text,
          .dim = theme.dim,
          .grid = faded(theme.line, 0.8F),
          .axis = 0,
          .frame = faded(theme.frame, 0.45F),
          .panel = theme.panel};
}

void put(const Ui& ui, ImDrawList& draw, const Drawing& drawing) {
  for (const DrawnShape& each : drawing) std::visit([&](const auto& shape) { draw_item(ui, draw, shape); }, each);
}

void mark_before(const Ui& ui, Marker marker, ImU32 color) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  const DrawnMark mark{
      .at = {at.x + ui.units(5), at.y + line * 0.5F}, .marker = marker, .radius = ui.units(4), .color = color};
  draw_item(ui, *ImGui::GetWindowDrawList(), mark);
  ImGui::Dummy({ui.units(10), line});
  ImGui::SameLine(0, ui.units(4));
}

SeenPlot draw_plot(const Ui& ui, const Plot& plot, float below) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  Drawing drawing;
  SeenPlot out;
  out.frame = lay_out(plot, {at.x, at.y, at.x + room.x, at.y + std::max(room.y - below, ui.units(40))}, plot_style(ui),
                      drawing);
  put(ui, *ImGui::GetWindowDrawList(), drawing);
  const ImVec2 from = out.from();
  const ImVec2 to = out.to();
  ImGui::SetCursorScreenPos(from);
  ImGui::InvisibleButton(plot.id, {std::max(to.x - from.x, 1.0F), std::max(to.y - from.y, 1.0F)});
  out.hovered = ImGui::IsItemHovered();
  if (out.hovered && !out.frame.empty) values_under_mouse(ui, out.frame, plot);
  return out;
}

}  // namespace heteroscope
