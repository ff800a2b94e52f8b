#pragma once

#include <string_view>
#include <vector>

#include "app/plot/drawing.hpp"
#include "core/types/types.hpp"

/// Shapes as shares of pixels that they cover, from which figures become pictures without a display.
namespace heteroscope {

/// The corners of an area without holes. Those of a shape all turn the same way, except around its holes.
using Outline = std::vector<Spot>;

/// The share of each pixel of a rectangle that a shape covers.
struct Coverage {
  int left = 0, top = 0;
  Size size;
  std::vector<float> shares;  ///< row by row, 0 to 1
};

/// Returns the coverage of the part that lies in a picture of this size. Outlines that overlap count once.
Coverage coverage_of(const std::vector<Outline>& outlines, Size picture);

/// The corners, turning clockwise as seen with y downward.
Outline clockwise(Outline outline);

/// Letters of Roboto, the window's font, whose capital M would be so many pixels wide and high.
struct Letters {
  double em = 12;
  bool bold = false;
};
/// The width of words, in pixels.
double words_width(std::string_view words, const Letters& letters);
/// The outlines of words that begin at a place of their base line.
std::vector<Outline> words_outlines(std::string_view words, const Letters& letters, Spot base);

}  // namespace heteroscope
