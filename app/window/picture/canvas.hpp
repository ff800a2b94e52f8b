#pragma once

#include <imgui.h>

#include <span>

#include "app/window/model/picture_area.hpp"
#include "app/window/picture/texture.hpp"

namespace heteroscope {

/// How the pixels of a picture become those of the screen.
enum class Sampling {
  sharp,     ///< the nearest pixel: for pictures one to one or enlarged
  smooth,    ///< interpolated; where many pixels share a screen pixel, their mean
  brightest  ///< where many pixels share a screen pixel, the brightest, so that no single one is lost
};

/// A picture and its place in an area.
struct Sheet {
  const Texture* texture = nullptr;
  PictureArea area;
  Placement place;
  Point share{1, 1};  ///< the part of the texture that is drawn, from its first column and row on
  double from = 0;    ///< it is drawn between these shares of the area's width
  double to = 1;
  Sampling sampling = Sampling::sharp;
};

/// Draws finished pictures with OpenGL, above each other; they can be transparent.
class Canvas {
 public:
  /// Throws BadInput with the driver's words if the shaders cannot be built.
  Canvas();
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  /// Draws the sheets in order, the first one lowest, over `backdrop`, into a window `window` pixels large.
  void draw(Size window, ImU32 backdrop, std::span<const Sheet> sheets) const;

 private:
  unsigned program_ = 0;
  unsigned vertices_ = 0;
  unsigned sharp_ = 0;
  unsigned smooth_ = 0;
  int share_ = -1;
  int columns_ = -1;
  int taps_ = -1;
  int brightest_ = -1;
};

}  // namespace heteroscope
