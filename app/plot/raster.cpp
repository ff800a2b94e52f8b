#include "app/plot/raster.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <variant>

#include "app/plot/coverage.hpp"
#include "app/plot/svg.hpp"

namespace heteroscope {
namespace {

constexpr std::uint32_t white = 0xffffffffU;

/// `over` with so much of its opacity, on an opaque color.
std::uint32_t blended(std::uint32_t below, std::uint32_t over, double share) {
  const double alpha = share * (over >> 24) / 255;
  std::uint32_t out = 0xff000000U;
  for (const int bits : {0, 8, 16}) {
    const auto low = static_cast<double>(below >> bits & 255U);
    const auto high = static_cast<double>(over >> bits & 255U);
    out |= static_cast<std::uint32_t>(std::lround(low + alpha * (high - low))) << bits;
  }
  return out;
}

/// A figure's shapes, in pixels of the picture.
class Raster {
 public:
  Raster(const PlotFigure& figure, double scale) : scale_(scale) {
    out_.size = {std::max(static_cast<int>(std::lround(figure.width * scale)), 1),
                 std::max(static_cast<int>(std::lround(figure.height * scale)), 1)};
    out_.pixels.assign(static_cast<std::size_t>(out_.size.area()), white);
  }

  void put(const FigurePicture& of);
  void put(const DrawnLine& line);
  void put(const DrawnBox& box);
  void put(const DrawnMark& mark);
  void put(const DrawnText& text);
  [[nodiscard]] Picture taken() && { return std::move(out_); }

 private:
  [[nodiscard]] Spot scaled(const Spot& at) const { return {scale_ * at.x, scale_ * at.y}; }
  /// A width that is seen in any size.
  [[nodiscard]] double thickness(double width) const { return std::max(scale_ * width, 1.0); }
  void fill(const std::vector<Outline>& outlines, std::uint32_t color);
  /// Whole pixels, at least one in each direction.
  void fill_whole(double left, double top, double right, double bottom, std::uint32_t color);
  bool put_straight(const DrawnLine& line);
  void stroke(const std::vector<Spot>& points, double width, std::uint32_t color);

  double scale_;
  Picture out_;
};

/// A circle as a polygon whose corners lie closer than eyes see.
Outline circle(const Spot& middle, double radius) {
  const int corners = std::clamp(static_cast<int>(std::ceil(4 * radius)), 12, 96);
  Outline out;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    out.push_back({middle.x + radius * std::cos(angle), middle.y + radius * std::sin(angle)});
  }
  return clockwise(std::move(out));
}

void Raster::fill(const std::vector<Outline>& outlines, std::uint32_t color) {
  const Coverage of = coverage_of(outlines, out_.size);
  for (int y = 0; y < of.size.height; ++y) {
    std::uint32_t* const row = out_.pixels.data() + std::int64_t{of.top + y} * out_.size.width + of.left;
    const float* const shares = of.shares.data() + std::int64_t{y} * of.size.width;
    for (int x = 0; x < of.size.width; ++x) {
      if (shares[x] > 0) row[x] = blended(row[x], color, static_cast<double>(shares[x]));
    }
  }
}

void Raster::fill_whole(double left, double top, double right, double bottom, std::uint32_t color) {
  const auto whole = [](double at) { return static_cast<int>(std::lround(at)); };
  const int x0 = std::clamp(whole(left), 0, out_.size.width);
  const int y0 = std::clamp(whole(top), 0, out_.size.height);
  const int x1 = std::min(std::max(whole(right), whole(left) + 1), out_.size.width);
  const int y1 = std::min(std::max(whole(bottom), whole(top) + 1), out_.size.height);
  for (int y = y0; y < y1; ++y) {
    std::uint32_t* const row = out_.pixels.data() + std::int64_t{y} * out_.size.width;
    for (int x = x0; x < x1; ++x) row[x] = blended(row[x], color, 1);
  }
}

/// Of several of the picture's pixels that lie under one the mean is seen.
void Raster::put(const FigurePicture& of) {
  const Spot from = scaled({of.area.left, of.area.top});
  const Spot to = scaled({of.area.right, of.area.bottom});
  const Picture& picture = *of.picture;
  const int x0 = std::max(static_cast<int>(std::lround(from.x)), 0);
  const int y0 = std::max(static_cast<int>(std::lround(from.y)), 0);
  const int x1 = std::min(static_cast<int>(std::lround(to.x)), out_.size.width);
  const int y1 = std::min(static_cast<int>(std::lround(to.y)), out_.size.height);
  const auto place = [](int at, double begin, double length, int count) {
    return std::clamp(static_cast<int>((at - begin) / length * count), 0, count - 1);
  };
  for (int y = y0; y < y1; ++y) {
    const int top = place(y, std::round(from.y), to.y - from.y, picture.size.height);
    const int bottom = std::max(place(y + 1, std::round(from.y), to.y - from.y, picture.size.height), top + 1);
    for (int x = x0; x < x1; ++x) {
      const int left = place(x, std::round(from.x), to.x - from.x, picture.size.width);
      const int right = std::max(place(x + 1, std::round(from.x), to.x - from.x, picture.size.width), left + 1);
      std::uint32_t& pixel = out_.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(out_.size.width) +
                                         static_cast<std::size_t>(x)];
      const std::uint32_t below = pixel;
      std::array<double, 3> sum{};
      for (int row = top; row < bottom; ++row) {
        for (int column = left; column < right; ++column) {
          const std::uint32_t color = blended(
              below, picture.pixels[static_cast<std::size_t>(std::int64_t{row} * picture.size.width + column)], 1);
          for (std::size_t i = 0; i < 3; ++i) sum[i] += color >> (8 * i) & 255U;
        }
      }
      const double count = static_cast<double>(bottom - top) * (right - left);
      pixel = 0xff000000U;
      for (std::size_t i = 0; i < 3; ++i) pixel |= static_cast<std::uint32_t>(std::lround(sum[i] / count)) << (8 * i);
    }
  }
}

/// Straight up or across a line fills whole pixels, as in the window.
bool Raster::put_straight(const DrawnLine& line) {
  if (line.points.size() != 2) return false;
  const Spot from = scaled(line.points[0]);
  const Spot to = scaled(line.points[1]);
  const double width = std::round(thickness(line.width));
  if (from.x == to.x) {
    const double left = std::round(from.x - width / 2);
    fill_whole(left, std::min(from.y, to.y), left + width, std::max(from.y, to.y), line.color);
    return true;
  }
  if (from.y != to.y) return false;
  const double top = std::round(from.y - width / 2);
  fill_whole(std::min(from.x, to.x), top, std::max(from.x, to.x), top + width, line.color);
  return true;
}

/// Pieces of a line, with round joints between them.
void Raster::stroke(const std::vector<Spot>& points, double width, std::uint32_t color) {
  std::vector<Outline> outlines;
  const double half = width / 2;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Spot& from = points[i - 1];
    const Spot& to = points[i];
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length <= 0) continue;
    const Spot aside{-(to.y - from.y) / length * half, (to.x - from.x) / length * half};
    outlines.push_back(clockwise({{from.x + aside.x, from.y + aside.y},
                                  {to.x + aside.x, to.y + aside.y},
                                  {to.x - aside.x, to.y - aside.y},
                                  {from.x - aside.x, from.y - aside.y}}));
    if (i + 1 < points.size()) outlines.push_back(circle(to, half));
  }
  fill(outlines, color);
}

void Raster::put(const DrawnLine& line) {
  if (put_straight(line)) return;
  std::vector<Spot> points;
  points.reserve(line.points.size());
  for (const Spot& each : line.points) points.push_back(scaled(each));
  stroke(points, thickness(line.width), line.color);
}

void Raster::put(const DrawnBox& box) {
  const Spot from = scaled({box.area.left, box.area.top});
  const Spot to = scaled({box.area.right, box.area.bottom});
  if (box.filled) return fill_whole(from.x, from.y, to.x, to.y, box.color);
  const double width = std::round(thickness(1));
  fill_whole(from.x, from.y, to.x, from.y + width, box.color);
  fill_whole(from.x, to.y - width, to.x, to.y, box.color);
  fill_whole(from.x, from.y + width, from.x + width, to.y - width, box.color);
  fill_whole(to.x - width, from.y + width, to.x, to.y - width, box.color);
}

void Raster::put(const DrawnMark& mark) {
  constexpr double line = 1.8;
  std::vector<Spot> corners = corners_of(mark);
  for (Spot& each : corners) each = scaled(each);
  if (mark.marker == Marker::cross) {
    stroke({corners[0], corners[1]}, thickness(line), mark.color);
    stroke({corners[2], corners[3]}, thickness(line), mark.color);
    return;
  }
  if (!corners.empty()) return fill({clockwise(std::move(corners))}, mark.color);
  const Spot middle = scaled(mark.at);
  const double radius = scale_ * mark.radius;
  if (mark.marker != Marker::ring) return fill({circle(middle, radius)}, mark.color);
  fill({circle(middle, radius + thickness(line) / 2)}, mark.color);
  fill({circle(middle, std::max(radius - thickness(line) / 2, 0.0))}, white);
}

void Raster::put(const DrawnText& text) {
  const Letters letters{.em = scale_ * svg_font * text.scale, .bold = text.bold};
  const double share = text.anchor == Anchor::start ? 0 : text.anchor == Anchor::middle ? 0.5 : 1;
  const Spot at = scaled(text.at);
  const double left = at.x - (share > 0 ? share * words_width(text.words, letters) : 0);
  fill(words_outlines(text.words, letters, {left, std::round(at.y + svg_base * letters.em)}), text.color);
}

}  // namespace

Picture raster(const PlotFigure& figure, double scale) {
  Raster out(figure, scale);
  for (const FigurePicture& each : figure.pictures) out.put(each);
  for (const DrawnShape& each : figure.drawing) std::visit([&](const auto& shape) { out.put(shape); }, each);
  return std::move(out).taken();
}

}  // namespace heteroscope
