#include "app/window/features/run/contours.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace heteroscope {
namespace {

/// A square: its corners in order from the upper left one, and its place.
struct GridSquare {
  std::array<double, 4> values;
  double x = 0, y = 0;

  /// Returns the point of an edge, from its corner to the next, that has the level.
  [[nodiscard]] Point on_edge(std::size_t edge, double level) const {
    static constexpr std::array<Point, 4> corners{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    const std::size_t next = (edge + 1) % 4;
    const double t = (level - values[edge]) / (values[next] - values[edge]);
    return {x + corners[edge].x + t * (corners[next].x - corners[edge].x),
            y + corners[edge].y + t * (corners[next].y - corners[edge].y)};
  }
};

void add(const GridSquare& square, double level, int index, std::vector<ContourPiece>& out) {
  const auto above = [&](std::size_t corner) { return square.values[corner % 4] > level; };
  std::array<std::size_t, 4> crossed{};
  std::size_t count = 0;
  for (std::size_t edge = 0; edge < 4; ++edge) {
    if (above(edge) != above(edge + 1)) crossed[count++] = edge;
  }
  const auto piece = [&](std::size_t a, std::size_t b) {
    out.push_back({square.on_edge(a, level), square.on_edge(b, level), index});
  };
  if (count == 2) piece(crossed[0], crossed[1]);
  if (count < 4) return;
  const double middle = (square.values[0] + square.values[1] + square.values[2] + square.values[3]) / 4;
  // corners on the middle's side of the level are connected through it, so the lines cut off the two others
  if ((middle > level) == above(0)) {
    piece(0, 1);
    piece(2, 3);
  } else {
    piece(3, 0);
    piece(1, 2);
  }
}

}  // namespace

std::vector<ContourPiece> contour_pieces(const FieldSamples& samples, const std::vector<double>& levels) {
  std::vector<ContourPiece> out;
  const int columns = samples.size.width - 1;
  const int rows = samples.size.height - 1;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      const GridSquare square{{samples.at(x, y), samples.at(x + 1, y), samples.at(x + 1, y + 1), samples.at(x, y + 1)},
                              static_cast<double>(x),
                              static_cast<double>(y)};
      if (!std::ranges::all_of(square.values, [](double v) { return std::isfinite(v); })) continue;
      const auto [low, high] = std::ranges::minmax(square.values);
      for (auto level = std::ranges::lower_bound(levels, low); level != levels.end() && *level < high; ++level) {
        add(square, *level, static_cast<int>(level - levels.begin()), out);
      }
    }
  }
  for (ContourPiece& piece : out) {
    for (Point* end : {&piece.from, &piece.to}) *end = {end->x / columns, end->y / rows};
  }
  return out;
}

std::vector<double> levels_between(double low, double high, int count) {
  std::vector<double> out;
  for (int i = 1; i <= count; ++i) out.push_back(low + (high - low) * i / (count + 1));
  return out;
}

}  // namespace heteroscope
