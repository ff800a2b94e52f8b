#include "app/window/picture/histogram_picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "app/plot/layout.hpp"
#include "app/window/picture/histogram_bars.hpp"
#include "core/color/colorize.hpp"
#include "core/run/frame_colors.hpp"

namespace heteroscope {
namespace {

constexpr std::uint32_t ground_color = 0xff201b18U;  // the dark theme's panel
constexpr std::uint32_t bar_color = 0xffe3ddd9U;     // the dark theme's text
constexpr std::uint32_t mark_color = 0xffa779ccU;
constexpr unsigned translucent = 215;
constexpr unsigned solid = 256;

/// Returns the pixel with `over` drawn on it, with an opacity in 256ths.
std::uint32_t blended(std::uint32_t pixel, std::uint32_t over, unsigned opacity) {
  std::uint32_t out = 0xff000000U;
  for (unsigned shift = 0; shift < 24; shift += 8) {
    const unsigned a = (pixel >> shift) & 255;
    const unsigned b = (over >> shift) & 255;
    out |= ((a * (256 - opacity) + b * opacity) >> 8) << shift;
  }
  return out;
}

void fill(Picture& picture, const Area& area, std::uint32_t color, unsigned opacity) {
  const Size size = picture.size;
  const auto pixel = [](double at, int most) { return std::clamp(static_cast<int>(std::lround(at)), 0, most); };
  const int right = pixel(area.right, size.width);
  const int bottom = pixel(area.bottom, size.height);
  for (int y = pixel(area.top, size.height); y < bottom; ++y) {
    std::uint32_t* const row = picture.pixels.data() + std::ptrdiff_t{y} * size.width;
    for (int x = pixel(area.left, size.width); x < right; ++x) row[x] = blended(row[x], color, opacity);
  }
}

void put_pixels(Picture& picture, const DrawnBox& box) {
  fill(picture, box.area, box.color, solid);
}

/// Draws a vertical guide; a histogram has no other lines.
void put_pixels(Picture& picture, const DrawnLine& line) {
  const Spot& from = line.points.front();
  const double width = std::max(1.0, std::floor(line.width));
  const double left = std::floor(from.x - (width - 1) / 2);
  fill(picture, {left, from.y, left + width, line.points.back().y}, line.color, solid);
}

void draw_bars(Picture& picture, const Bars& bars, bool logarithmic) {
  const Size size = picture.size;
  const int border = std::max(size.width / 100, 1);
  const double height = std::floor(size.height * 0.36);
  const Area panel{1.0 * border, size.height - border - height, 1.0 * (size.width - border),
                   1.0 * (size.height - border)};
  if (panel.width() < 16 || panel.height() < 16) return;
  fill(picture, panel, ground_color, translucent);
  const Plot plot = bars_plot(bars, logarithmic, {.bar = bar_color, .mean = mark_color});
  const Area inside{panel.left, panel.top + border, panel.right, panel.bottom};
  Drawing drawing;
  lay_out_inside(plot, {.area = inside, .x = *plot.x.scale, .y = *plot.y.scale, .empty = false},
                 {.unit = std::max(1.0, std::round(size.width / 1280.0)), .width = {}}, drawing);
  for (const DrawnShape& each : drawing) {
    if (const auto* box = std::get_if<DrawnBox>(&each)) put_pixels(picture, *box);
    if (const auto* line = std::get_if<DrawnLine>(&each)) put_pixels(picture, *line);
  }
}

}  // namespace

Picture histogram_picture(const Frame& frame, const Look& look, bool logarithmic) {
  const Field input = frame.input.with_host_copy();
  Picture out{input.size(), colorize(input.host_view(), input_color_map(look, frame))};
  draw_bars(out, bars_of(frame), logarithmic);
  return out;
}

}  // namespace heteroscope
