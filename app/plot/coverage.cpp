#include "app/plot/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heteroscope {
namespace {

/// Sums what edges add to the coverage of the pixels of a row and of all to the right of them. An edge that goes down
/// adds, one that goes up takes away; the sum along a row is then the share of each pixel that lies between them.
class Edges {
 public:
  Edges(int width, int height)
      : width_(width),
        height_(height),
        stride_(static_cast<std::size_t>(width) + 2),
        sums_(stride_ * static_cast<std::size_t>(height)) {}

  void add(Spot from, Spot to) {
    if (from.y == to.y) return;
    const double sign = from.y < to.y ? 1 : -1;
    if (sign < 0) std::swap(from, to);
    const double slope = (to.x - from.x) / (to.y - from.y);
    const int first = std::max(static_cast<int>(std::floor(from.y)), 0);
    const int last = std::min(static_cast<int>(std::ceil(to.y)), height_);
    for (int row = first; row < last; ++row) {
      const double top = std::max(from.y, static_cast<double>(row));
      const double bottom = std::min(to.y, static_cast<double>(row) + 1);
      if (bottom > top)
        add_in_row(row, at(from.x + slope * (top - from.y)), at(from.x + slope * (bottom - from.y)),
                   sign * (bottom - top));
    }
  }

  [[nodiscard]] std::vector<float> shares() const {
    std::vector<float> out;
    out.reserve(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
    for (int row = 0; row < height_; ++row) {
      double sum = 0;
      for (int column = 0; column < width_; ++column) {
        sum += sums_[place(row, column)];
        out.push_back(static_cast<float>(std::min(std::abs(sum), 1.0)));
      }
    }
    return out;
  }

 private:
  [[nodiscard]] std::size_t place(int row, int column) const {
    return static_cast<std::size_t>(row) * stride_ + static_cast<std::size_t>(column);
  }
  [[nodiscard]] double at(double x) const { return std::clamp(x, 0.0, static_cast<double>(width_)); }

  /// A part of an edge within a row, `height` of it high, from one x to another. In each pixel that it crosses it adds
  /// the area to its right, and the rest of its height to the next pixel.
  void add_in_row(int row, double x0, double x1, double height) {
    if (x0 > x1) std::swap(x0, x1);
    const int first = static_cast<int>(std::floor(x0));
    const int last = std::max(static_cast<int>(std::ceil(x1)), first + 1);
    for (int column = first; column < last; ++column) {
      const double from = std::max(x0, static_cast<double>(column));
      const double to = std::min(x1, static_cast<double>(column) + 1);
      const double part = x1 > x0 ? height * (to - from) / (x1 - x0) : height;
      const double right = 1 - ((from + to) / 2 - column);
      sums_[place(row, column)] += static_cast<float>(part * right);
      sums_[place(row, column + 1)] += static_cast<float>(part * (1 - right));
    }
  }

  int width_, height_;
  std::size_t stride_;
  std::vector<float> sums_;
};

}  // namespace

Coverage coverage_of(const std::vector<Outline>& outlines, Size picture) {
  Spot low{static_cast<double>(picture.width), static_cast<double>(picture.height)};
  Spot high{0, 0};
  for (const Outline& outline : outlines) {
    for (const Spot& each : outline) {
      low = {std::min(low.x, each.x), std::min(low.y, each.y)};
      high = {std::max(high.x, each.x), std::max(high.y, each.y)};
    }
  }
  Coverage out;
  out.left = std::max(static_cast<int>(std::floor(low.x)), 0);
  out.top = std::max(static_cast<int>(std::floor(low.y)), 0);
  out.size = {std::min(static_cast<int>(std::ceil(high.x)), picture.width) - out.left,
              std::min(static_cast<int>(std::ceil(high.y)), picture.height) - out.top};
  if (out.size.width <= 0 || out.size.height <= 0) return {};
  Edges edges(out.size.width, out.size.height);
  const auto moved = [&](const Spot& at) { return Spot{at.x - out.left, at.y - out.top}; };
  for (const Outline& outline : outlines) {
    for (std::size_t i = 0; i < outline.size(); ++i)
      edges.add(moved(outline[i]), moved(outline[(i + 1) % outline.size()]));
  }
  out.shares = edges.shares();
  return out;
}

Outline clockwise(Outline outline) {
  double twice = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Spot& from = outline[i];
    const Spot& to = outline[(i + 1) % outline.size()];
    twice += from.x * to.y - to.x * from.y;
  }
  if (twice < 0) std::ranges::reverse(outline);
  return outline;
}

}  // namespace heteroscope
