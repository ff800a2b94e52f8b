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

constexpr std::uint32_t all_white = 0xffffffffU;

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
    out_.pixels.assign(static_cast<std::size_t>(out_.size.area()), all_white);
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

/// The pixels of a picture, of so many in a row or column, that lie under one pixel of an area of it.
struct Under {
  int first = 0, last = 0;  ///< behind them
};
Under under(int at, double begin, double length, int count) {
  const auto place = [&](int pixel) { return static_cast<int>((pixel - begin) / length * count); };
  const int first = std::clamp(place(at), 0, count - 1);
  return {first, std::clamp(place(at + 1), first + 1, std::max(count, first + 1))};
}

/// The mean of the colors, over what is below.
std::uint32_t mean_of(const Picture& picture, const Under& columns, const Under& rows, std::uint32_t below) {
  std::array<double, 3> sum{};
  for (int row = rows.first; row < rows.last; ++row) {
    for (int column = columns.first; column < columns.last; ++column) {
      const auto place = static_cast<std::size_t>(std::int64_t{row} * picture.size.width + column);
      const std::uint32_t color = blended(below, picture.pixels[place], 1);
      for (std::size_t i = 0; i < 3; ++i) sum[i] += color >> (8 * i) & 255U;
    }
  }
  const double count = static_cast<double>(rows.last - rows.first) * (columns.last - columns.first);
  std::uint32_t out = 0xff000000U;
  for (std::size_t i = 0; i < 3; ++i) out |= static_cast<std::uint32_t>(std::lround(sum[i] / count)) << (8 * i);
  return out;
}

/// Draws a picture; where several of its pixels lie under one of the area, their mean is seen.
void Raster::put(const FigurePicture& of) {
  const Spot from = scaled({of.area.left, of.area.top});
  const Spot to = scaled({of.area.right, of.area.bottom});
  const Picture& picture = *of.picture;
  const auto whole = [](double at) { return static_cast<int>(std::lround(at)); };
  for (int y = std::max(whole(from.y), 0); y < std::min(whole(to.y), out_.size.height); ++y) {
    const Under rows = under(y, std::round(from.y), to.y - from.y, picture.size.height);
    std::uint32_t* const line = out_.pixels.data() + std::int64_t{y} * out_.size.width;
    for (int x = std::max(whole(from.x), 0); x < std::min(whole(to.x), out_.size.width); ++x)
      line[x] = mean_of(picture, under(x, std::round(from.x), to.x - from.x, picture.size.width), rows, line[x]);
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

/// Both sides of a line as one outline: pieces that lie over each other would make the edges of a curve darker. Where
/// it turns sharply, the corner is cut.
void Raster::stroke(const std::vector<Spot>& points, double width, std::uint32_t color) {
  std::vector<Spot> path;
  for (const Spot& each : points) {
    if (path.empty() || each.x != path.back().x || each.y != path.back().y) path.push_back(each);
  }
  if (path.size() < 2) return;
  const double half = width / 2;
  const auto aside = [&](std::size_t i) {
    const double across = path[i + 1].x - path[i].x;
    const double down = path[i + 1].y - path[i].y;
    const double length = std::hypot(across, down);
    return Spot{-down / length * half, across / length * half};
  };
  Outline left;
  Outline right;
  const auto add = [&](const Spot& at, const Spot& by) {
    left.push_back({at.x + by.x, at.y + by.y});
    right.push_back({at.x - by.x, at.y - by.y});
  };
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Spot before = aside(i == 0 ? 0 : i - 1);
    const Spot after = aside(i + 1 == path.size() ? i - 1 : i);
    const Spot sum{before.x + after.x, before.y + after.y};
    const double along = sum.x * before.x + sum.y * before.y;  // half², and what the directions have in common
    if (along > 1.5 * half * half) {
      const double factor = half * half / along;
      add(path[i], {factor * sum.x, factor * sum.y});
    } else {
      add(path[i], before);
      add(path[i], after);
    }
  }
  left.insert(left.end(), right.rbegin(), right.rend());
  fill({left}, color);
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
  fill({circle(middle, std::max(radius - thickness(line) / 2, 0.0))}, all_white);
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
