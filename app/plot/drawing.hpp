#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "app/plot/plot.hpp"

/// The shapes that plots are drawn with: a few that both ImGui and SVG have. Coordinates are pixels; y grows downward.
namespace heteroscope {

struct Spot {
  double x = 0;
  double y = 0;
};

struct Area {
  double left = 0, top = 0, right = 0, bottom = 0;
  [[nodiscard]] double width() const { return right - left; }
  [[nodiscard]] double height() const { return bottom - top; }
};

enum class Anchor { start, middle, end };

struct DrawnLine {
  std::vector<Spot> points;
  std::uint32_t color = 0;
  double width = 1;
};

struct DrawnBox {
  Area area;
  std::uint32_t color = 0;
  bool filled = true;
  double rounding = 0;
};

struct DrawnMark {
  Spot at;
  Marker marker = Marker::disk;
  double radius = 3;
  std::uint32_t color = 0;
};
/// Its outline, for marks that have corners; of a cross two lines' ends.
std::vector<Spot> corners_of(const DrawnMark& mark);

struct DrawnText {
  Spot at;  ///< by its anchor, and halfway up the letters' line
  std::string words;
  std::uint32_t color = 0;
  Anchor anchor = Anchor::start;
  bool bold = false;
  double scale = 1;  ///< of the usual letters
};

using DrawnShape = std::variant<DrawnLine, DrawnBox, DrawnMark, DrawnText>;

/// Shapes in the order in which they are drawn.
using Drawing = std::vector<DrawnShape>;

/// Moved by so much to the right and down.
Drawing shifted(Drawing drawing, Spot by);

/// The color with so much of its opacity.
std::uint32_t with_opacity(std::uint32_t color, double share);

/// The parts of a line that lie in an area.
std::vector<DrawnLine> clipped(const DrawnLine& line, const Area& to);

}  // namespace heteroscope
