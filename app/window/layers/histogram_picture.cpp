#include "app/window/layers/histogram_picture.hpp"

#include <algorithm>
#include <cmath>

#include "app/plot/axis.hpp"
#include "app/window/layers/histogram_bars.hpp"
#include "core/color/colorize.hpp"
#include "core/color/palette.hpp"

namespace heteroscope {
namespace {

constexpr std::uint32_t ground = 0xff201b18U;  // the dark theme's panel
constexpr std::uint32_t bar = 0xffe3ddd9U;     // and its text
constexpr std::uint32_t mark = 0xffa779ccU;

/// `over` with that opacity, in 256ths, on the pixel.
std::uint32_t blended(std::uint32_t pixel, std::uint32_t over, unsigned opacity) {
  std::uint32_t out = 0xff000000U;
  for (unsigned shift = 0; shift < 24; shift += 8) {
    const unsigned a = (pixel >> shift) & 255;
    const unsigned b = (over >> shift) & 255;
    out |= ((a * (256 - opacity) + b * opacity) >> 8) << shift;
  }
  return out;
}

class Painter {
 public:
  explicit Painter(Picture& picture) : picture_(picture) {}
  void fill(int left, int top, int right, int bottom, std::uint32_t color, unsigned opacity) const {
    const Size size = picture_.size;
    for (int y = std::max(top, 0); y < std::min(bottom, size.height); ++y) {
      for (int x = std::max(left, 0); x < std::min(right, size.width); ++x) {
        std::uint32_t& pixel = picture_.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
                                               static_cast<std::size_t>(x)];
        pixel = blended(pixel, color, opacity);
      }
    }
  }

 private:
  Picture& picture_;
};

void draw_bars(Picture& picture, const Bars& bars, bool logarithmic) {
  constexpr unsigned translucent = 215;
  constexpr unsigned solid = 256;
  const Size size = picture.size;
  const int border = std::max(size.width / 100, 1);
  const int left = border;
  const int right = size.width - border;
  const int bottom = size.height - border;
  const int top = bottom - static_cast<int>(size.height * 0.36);
  if (right - left < 16 || bottom - top < 16) return;
  const Painter painter(picture);
  painter.fill(left, top, right, bottom, ground, translucent);
  const std::vector<double> columns = columns_of(bars.counts, right - left);
  const double scale = nice_above(bars.highest);
  const auto x_of = [&](double share) { return left + static_cast<int>(std::lround(share * (right - left))); };
  const auto count = static_cast<double>(columns.size());
  const int gap = (right - left) / static_cast<int>(columns.size()) >= 4 ? 1 : 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] <= 0) continue;
    const double share = bar_share(columns[i], scale, logarithmic);
    const int high = std::max(1, static_cast<int>(std::lround(share * (bottom - top - border))));
    const int from = x_of(static_cast<double>(i) / count);
    const int to = std::max(x_of(static_cast<double>(i + 1) / count) - gap, from + 1);
    painter.fill(from, bottom - high, to, bottom, bar, solid);
  }
  if (bars.mean) {
    const int x = x_of(*bars.mean);
    const int half = std::max(size.width / 1600, 0);
    painter.fill(x - half, top, x + half + 1, bottom, mark, solid);
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
