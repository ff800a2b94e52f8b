#include "app/plot/xy_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/text/format.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value, bool logarithmic) {
    if (!std::isfinite(value) || (logarithmic && value <= 0)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  [[nodiscard]] bool empty() const { return !(low <= high); }
};

/// Scales and rectangle of a plot that is being drawn.
struct Drawn {
  ImVec2 from, to;
  PlotScale x, y;

  [[nodiscard]] std::optional<ImVec2> at(const Point& point) const {
    const double across = x.share(point.x);
    const double up = y.share(point.y);
    if (std::isnan(across) || std::isnan(up)) return std::nullopt;
    constexpr double far = 4;  // beyond the plot lines are cut off; coordinates stay small
    return ImVec2{from.x + (to.x - from.x) * static_cast<float>(std::clamp(across, -far, far)),
                  to.y - (to.y - from.y) * static_cast<float>(std::clamp(up, -far, far))};
  }
};

void text_at(ImVec2 at, const std::string& text, ImU32 color) {
  ImGui::GetWindowDrawList()->AddText(at, color, text.c_str());
}

/// Title on the left, the lines' names on the right as far as there is room.
void heading(const State& state, const XyPlot& plot) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  ImGui::PushFont(state.fonts.strong);
  ImGui::TextUnformatted(plot.title.c_str());
  const float free = ImGui::GetItemRectMax().x + state.units(10);
  ImGui::PopFont();
  float x = right;
  for (auto line = plot.lines.rbegin(); line != plot.lines.rend(); ++line) {
    if (line->label.empty()) continue;
    const float width = ImGui::CalcTextSize(line->label.c_str()).x;
    if (x - width < free) break;
    text_at({x - width, at.y + state.units(1)}, line->label, line->color);
    x -= width + state.units(9);
  }
}

/// As many of the marks that lie on the scale as there is room for: the first, and then every second, third, …
std::vector<PlotMark> x_marks(const Drawn& frame, const XyPlot& plot, int most) {
  std::vector<PlotMark> out;
  if (plot.x_marks.empty()) {
    for (const double value : ticks_of(frame.x, most)) out.push_back({value, tick_text(frame.x, value)});
    return out;
  }
  const std::size_t step = (plot.x_marks.size() + most - 1) / most;
  for (std::size_t i = 0; i < plot.x_marks.size(); i += step) {
    const double share = frame.x.share(plot.x_marks[i].at);
    if (share >= -1e-9 && share <= 1 + 1e-9) out.push_back(plot.x_marks[i]);
  }
  return out;
}

void axes(const State& state, const Drawn& frame, const XyPlot& plot) {
  const Theme& theme = state.theme();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeight();
  draw.AddRectFilled(frame.from, frame.to, faded(theme.frame, 0.45F), state.units(3));
  const int rows = std::max(1, static_cast<int>((frame.to.y - frame.from.y) / (1.6F * line)));
  for (const double value : ticks_of(frame.y, rows)) {
    const float y = frame.to.y - (frame.to.y - frame.from.y) * static_cast<float>(frame.y.share(value));
    draw.AddLine({frame.from.x, y}, {frame.to.x, y}, faded(theme.line, 0.8F));
    const std::string text = tick_text(frame.y, value);
    const float down = std::clamp(y - line * 0.5F, frame.from.y - line * 0.4F, frame.to.y - line * 0.8F);
    text_at({frame.from.x - state.units(5) - ImGui::CalcTextSize(text.c_str()).x, down}, text, theme.dim);
  }
  const int columns = std::max(1, static_cast<int>((frame.to.x - frame.from.x) / state.units(58)));
  for (const auto& [value, text] : x_marks(frame, plot, columns)) {
    const float x = frame.from.x + (frame.to.x - frame.from.x) * static_cast<float>(frame.x.share(value));
    draw.AddLine({x, frame.from.y}, {x, frame.to.y}, faded(theme.line, 0.5F));
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    text_at(
        {std::clamp(x - width * 0.5F, frame.from.x - state.units(8), frame.to.x - width), frame.to.y + state.units(2)},
        text, theme.dim);
  }
  if (plot.x_label.empty()) return;
  const float width = ImGui::CalcTextSize(plot.x_label.c_str()).x;
  text_at({(frame.from.x + frame.to.x - width) * 0.5F, frame.to.y + state.units(3) + line}, plot.x_label, theme.dim);
}

void draw_line(const State& state, const Drawn& frame, const PlotLine& line) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 color = line.faint ? faded(line.color, 0.6F) : line.color;
  std::vector<ImVec2> points;
  const auto finish = [&] {
    if (points.size() == 1) draw.AddCircleFilled(points.front(), state.units(2), color);
    draw.AddPolyline(points.data(), static_cast<int>(points.size()), color, ImDrawFlags_None, state.units(1.5));
    points.clear();
  };
  for (const Point& each : line.points) {
    const auto at = frame.at(each);
    if (!at) {
      finish();
      continue;
    }
    if (line.dots) draw.AddCircleFilled(*at, state.units(3), color);
    points.push_back(*at);
  }
  finish();
}

std::string x_text(const XyPlot& plot, double value) {
  const auto mark = std::ranges::find(plot.x_marks, value, &PlotMark::at);
  return mark == plot.x_marks.end() ? format_short(value, 5) : mark->text;
}

/// Each line's point that is nearest to the mouse's column.
void values_under_mouse(const State& state, const Drawn& frame, const XyPlot& plot) {
  struct Value {
    const PlotLine* line;
    const Point* point;
    ImVec2 at;
  };
  const float mouse = ImGui::GetIO().MousePos.x;
  std::vector<Value> values;
  for (const PlotLine& line : plot.lines) {
    std::optional<Value> nearest;
    for (const Point& each : line.points) {
      const auto at = frame.at(each);
      if (!at || (nearest && std::abs(at->x - mouse) >= std::abs(nearest->at.x - mouse))) continue;
      nearest = Value{&line, &each, *at};
    }
    if (nearest) values.push_back(*nearest);
  }
  if (values.empty()) return;
  ImGui::PushFont(state.fonts.text);
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(x_text(plot, values.front().point->x).c_str());
  float width = state.units(130);
  for (const Value& each : values) {
    const std::string text = each.line->label + format_short(each.point->y, 5);
    width = std::max(width, ImGui::CalcTextSize(text.c_str()).x + state.units(32));  // with a dot and a gap
  }
  ImGui::Dummy({width, state.units(1)});
  for (const Value& each : values) {
    dot(state, each.line->color);
    value_row(state, each.line->label.c_str(), format_short(each.point->y, 5));
    ImGui::GetForegroundDrawList()->AddCircle(each.at, state.units(3.5), state.theme().text);
  }
  ImGui::EndTooltip();
  ImGui::PopFont();
}

}  // namespace

ImU32 line_color(const Theme& theme, std::size_t i) {
  const std::array colors{theme.gpu, theme.cpu, theme.merge, theme.copies, theme.source, theme.display, theme.notice};
  return colors[i % colors.size()];
}

void xy_plot(const State& state, const XyPlot& plot) {
  if (!plot.title.empty()) heading(state, plot);
  Range across;
  Range up;
  for (const PlotLine& line : plot.lines) {
    for (const Point& each : line.points) {
      across.add(each.x, plot.log_x);
      up.add(each.y, plot.log_y);
    }
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float below = ImGui::GetTextLineHeight() * (plot.x_label.empty() ? 1.0F : 2.0F) + state.units(4);
  Drawn frame;
  frame.from = {at.x + state.units(44), at.y + state.units(4)};
  frame.to = {std::max(at.x + room.x - state.units(4), frame.from.x + 1),
              std::max(at.y + room.y - below, frame.from.y + 1)};
  const bool nothing = across.empty() || up.empty();
  if (nothing) {
    ImGui::GetWindowDrawList()->AddRectFilled(frame.from, frame.to, faded(state.theme().frame, 0.45F), state.units(3));
    text_at({frame.from.x + state.units(8), frame.from.y + state.units(6)}, plot.empty, state.theme().dim);
    return;
  }
  if (!plot.whole_x) {
    frame.x = round_scale(across.low, across.high, plot.log_x);
  } else if (across.high > across.low) {
    frame.x = {across.low, across.high, plot.log_x};
  } else {
    frame.x = {0, across.high > 0 ? 2 * across.high : 1, false};
  }
  frame.y = plot.y ? *plot.y : round_scale(up.low, up.high, plot.log_y);
  axes(state, frame, plot);
  const float edge = state.units(3);  // points on the frame are wholly seen
  ImGui::PushClipRect({frame.from.x - edge, frame.from.y - edge}, {frame.to.x + edge, frame.to.y + edge}, true);
  for (const PlotLine& line : plot.lines) draw_line(state, frame, line);
  ImGui::PopClipRect();
  ImGui::SetCursorScreenPos(frame.from);
  ImGui::InvisibleButton(plot.id,
                         {std::max(frame.to.x - frame.from.x, 1.0F), std::max(frame.to.y - frame.from.y, 1.0F)});
  if (ImGui::IsItemHovered()) values_under_mouse(state, frame, plot);
}

}  // namespace heteroscope
