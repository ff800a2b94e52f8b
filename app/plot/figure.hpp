#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/plot/drawing.hpp"
#include "core/io/png/png.hpp"

namespace heteroscope {

/// A picture in a figure: its pixels are stretched over the area, without being smoothed where they become larger.
struct FigurePicture {
  Area area;
  std::shared_ptr<const Picture> picture;
};

/// A drawing that stands alone, on white: what is saved of a graph. Its sizes are in pixels of a picture at 1 times.
struct PlotFigure {
  std::string title;  ///< for programs that list files by it
  double width = 0, height = 0;
  std::vector<FigurePicture> pictures;  ///< below the drawing
  Drawing drawing;
};

}  // namespace heteroscope
