#include "app/plot/heat_map.hpp"

#include <algorithm>

#include "core/color/oklab.hpp"
#include "core/color/palette.hpp"

namespace heteroscope {
namespace {

constexpr std::uint32_t white = 0xffffffffu;
constexpr std::uint32_t black = 0xff000000u;
/// From this relative luminance on, black letters have more contrast than white ones; either is at least 4.58 there. It
/// is the root of 1.05 / (y + 0.05) = (y + 0.05) / 0.05 (WCAG 2.1, contrast ratio).
constexpr double letters_turn = 0.179;
constexpr int bar_steps = 48;

/// The relative luminance of an sRGB color, 0 to 1.
double luminance(std::uint32_t color) {
  const auto linear = [color](int shift) { return srgb_decode((color >> shift & 255u) / 255.0); };
  return 0.2126 * linear(0) + 0.7152 * linear(8) + 0.0722 * linear(16);
}

PlotScale scale_of(const HeatMap& map) {
  if (map.scale) return *map.scale;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const HeatMap::Cell& each : map.cells) {
    if (!std::isfinite(each.value)) continue;
    low = std::min(low, each.value);
    high = std::max(high, each.value);
  }
  if (!(low <= high)) return {};
  return {low, high, map.logarithmic && low > 0};
}

/// The colors of a map's values.
class Colors {
 public:
  explicit Colors(const HeatMap& map)
      : table_(find_palette(map.palette).table), scale_(scale_of(map)), turned_(map.least_is_bright) {}

  [[nodiscard]] const PlotScale& scale() const { return scale_; }
  [[nodiscard]] std::uint32_t of(double value) const {
    // all that there is stands in the middle where it is all alike
    return at(scale_.high > scale_.low ? std::clamp(scale_.share(value), 0.0, 1.0) : 0.5);
  }
  [[nodiscard]] std::uint32_t at(double share) const {
    const double place = turned_ ? 1 - share : share;
    return table_[std::min(static_cast<std::size_t>(place * palette_entries), std::size_t{palette_entries - 1})];
  }

 private:
  const std::array<std::uint32_t, palette_entries>& table_;
  PlotScale scale_;
  bool turned_;
};

double widest(const std::vector<std::string>& words, const PlotStyle& style) {
  double out = 0;
  for (const std::string& each : words) out = std::max(out, style.width(each, false));
  return out;
}

std::vector<std::string> bar_texts(const HeatMap& map, const PlotScale& scale) {
  std::vector<std::string> out;
  for (const double each : ticks_of(scale, 6))
    out.push_back(map.prefixes && each != 0 ? prefixed_tick(each) : tick_text(scale, each));
  return out;
}

/// The bar of colors at the right end; returns where the room for it begins.
double put_bar(const HeatMap& map, const Colors& colors, const Area& room, const PlotStyle& style, Drawing& out) {
  const PlotScale& scale = colors.scale();
  if (!(scale.high > scale.low)) return room.right;
  const std::vector<double> ticks = ticks_of(scale, 6);
  const std::vector<std::string> texts = bar_texts(map, scale);
  const double thick = 12 * style.unit;
  const double right = room.right - widest(texts, style) - 8 * style.unit;
  const Area bar{right - thick, room.top, right, room.bottom};
  for (int i = 0; i < bar_steps; ++i) {
    const double step = bar.height() / bar_steps;
    const double top = bar.top + i * step;
    // each reaches below the next, so that no seam is seen between them
    out.emplace_back(DrawnBox{.area = {bar.left, top, bar.right, std::min(top + 1.5 * step, bar.bottom)},
                              .color = colors.at(1 - (i + 0.5) / bar_steps)});
  }
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const double y = bar.bottom - bar.height() * scale.share(ticks[i]);
    out.emplace_back(DrawnLine{{{bar.right, y}, {bar.right + 3 * style.unit, y}}, style.dim, style.unit});
    out.emplace_back(DrawnText{.at = {bar.right + 5 * style.unit, y}, .words = texts[i], .color = style.dim});
  }
  return bar.left - 14 * style.unit;
}

void put_names(const HeatMap& map, const HeatMapFrame& frame, const PlotStyle& style, Drawing& out) {
  const Area& area = frame.area;
  double free_from = -1e9;
  for (std::size_t i = 0; i < frame.columns; ++i) {
    const Area cell = frame.cell(i, 0);
    const double middle = (cell.left + cell.right) / 2;
    const double half = style.width(map.columns[i], false) / 2;
    if (middle - half < free_from) continue;
    free_from = middle + half + 4 * style.unit;
    out.emplace_back(DrawnText{.at = {middle, area.bottom + 3 * style.unit + style.line / 2},
                               .words = map.columns[i],
                               .color = style.dim,
                               .anchor = Anchor::middle});
  }
  double free_below = -1e9;
  for (std::size_t i = 0; i < frame.rows; ++i) {
    const Area cell = frame.cell(0, i);
    const double middle = (cell.top + cell.bottom) / 2;
    if (middle - style.line / 2 < free_below) continue;
    free_below = middle + style.line / 2;
    out.emplace_back(DrawnText{
        .at = {area.left - 6 * style.unit, middle}, .words = map.rows[i], .color = style.dim, .anchor = Anchor::end});
  }
}

void put_cell(const HeatMap::Cell& cell, const Area& room, const Colors& colors, const PlotStyle& style, Drawing& out) {
  const double gap = std::min(style.unit, room.width() / 4);
  const Area area{room.left, room.top, room.right - gap, room.bottom - gap};
  if (!std::isfinite(cell.value)) {
    out.emplace_back(DrawnBox{.area = area, .color = style.grid, .filled = false});
    return;
  }
  const std::uint32_t color = colors.of(cell.value);
  const std::uint32_t letters = luminance(color) > letters_turn ? black : white;
  out.emplace_back(DrawnBox{.area = area, .color = color});
  if (style.width(cell.text, cell.marked) + 4 * style.unit <= area.width() && style.line <= area.height()) {
    out.emplace_back(DrawnText{.at = {(area.left + area.right) / 2, (area.top + area.bottom) / 2},
                               .words = cell.text,
                               .color = letters,
                               .anchor = Anchor::middle,
                               .bold = cell.marked});
  }
  if (!cell.marked) return;
  const double in = 1.5 * style.unit;
  const Area inner{area.left + in, area.top + in, area.right - in, area.bottom - in};
  out.emplace_back(DrawnLine{{{inner.left, inner.top},
                              {inner.right, inner.top},
                              {inner.right, inner.bottom},
                              {inner.left, inner.bottom},
                              {inner.left, inner.top}},
                             letters,
                             2 * style.unit});
}

}  // namespace

Area HeatMapFrame::cell(std::size_t column, std::size_t row) const {
  const double width = area.width() / static_cast<double>(std::max<std::size_t>(columns, 1));
  const double height = area.height() / static_cast<double>(std::max<std::size_t>(rows, 1));
  const double left = area.left + width * static_cast<double>(column);
  const double top = area.top + height * static_cast<double>(row);
  return {left, top, left + width, top + height};
}

std::optional<std::size_t> HeatMapFrame::place_at(Spot spot) const {
  const double x = (spot.x - area.left) / area.width();
  const double y = (spot.y - area.top) / area.height();
  if (!(x >= 0 && x < 1 && y >= 0 && y < 1)) return std::nullopt;
  return static_cast<std::size_t>(y * static_cast<double>(rows)) * columns +
         static_cast<std::size_t>(x * static_cast<double>(columns));
}

HeatMapFrame lay_out(const HeatMap& map, const Area& whole, const PlotStyle& style, Drawing& out) {
  HeatMapFrame frame{.area = whole, .columns = map.columns.size(), .rows = map.rows.size()};
  Area& area = frame.area;
  const Colors colors(map);
  if (!map.title.empty()) {
    out.emplace_back(
        DrawnText{.at = {area.left, area.top + style.line / 2}, .words = map.title, .color = style.text, .bold = true});
    area.top += style.line + 3 * style.unit;
  }
  if (!map.y_label.empty() || !map.value_label.empty()) {
    const double middle = area.top + style.line / 2;
    out.emplace_back(DrawnText{.at = {area.left, middle}, .words = map.y_label, .color = style.dim});
    out.emplace_back(
        DrawnText{.at = {area.right, middle}, .words = map.value_label, .color = style.dim, .anchor = Anchor::end});
    area.top += style.line + 4 * style.unit;
  }
  area.bottom -= style.line + 6 * style.unit + (map.x_label.empty() ? 0 : style.line);
  area.bottom = std::max(area.bottom, area.top + 1);
  area.left += widest(map.rows, style) + 8 * style.unit;
  area.right = std::max(put_bar(map, colors, area, style, out), area.left + 1);
  put_names(map, frame, style, out);
  for (std::size_t i = 0; i < frame.columns * frame.rows; ++i) {
    const HeatMap::Cell none;
    put_cell(i < map.cells.size() ? map.cells[i] : none, frame.cell(i % frame.columns, i / frame.columns), colors,
             style, out);
  }
  if (!map.x_label.empty()) {
    out.emplace_back(DrawnText{.at = {(area.left + area.right) / 2, whole.bottom - style.line / 2},
                               .words = map.x_label,
                               .color = style.dim,
                               .anchor = Anchor::middle});
  }
  return frame;
}

}  // namespace heteroscope
