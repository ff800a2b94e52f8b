#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace heteroscope {

/// The style of plots: sizes in pixels, and the colors of everything that is not data.
struct PlotStyle {
  double unit = 1;       ///< a pixel of the design
  double pixel = 1;      ///< the least that can be seen
  double line = 14;      ///< height of a line of letters
  double y_labels = 40;  ///< room for the numbers of the y axis, at least
  std::function<double(const std::string& words, bool bold)> width;
  std::uint32_t text = 0;
  std::uint32_t dim = 0;
  std::uint32_t grid = 0;
  std::uint32_t axis = 0;   ///< of lines along the axes; 0: none
  std::uint32_t frame = 0;  ///< behind the plot; 0: nothing
  std::uint32_t panel = 0;  ///< behind words in the plot; 0: nothing
};

/// The i-th of `count` colors for lines beside each other: hues at equal distances, neighbors differ in lightness.
std::uint32_t series_color(std::size_t i, std::size_t count);

}  // namespace heteroscope
