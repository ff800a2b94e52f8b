#pragma once

#include <imgui.h>

#include <span>

#include "app/window/model/picture_area.hpp"
#include "app/window/picture/texture.hpp"

namespace heteroscope {

/// How the pixels of a picture become those of the screen.
enum class Sampling {
  sharp,     ///< the nearest one: one to one, or enlarged
  smooth,    ///< between pixels; where many share one on the screen, their mean
  brightest  ///< where many share one on the screen, the brightest: no single one is lost
};

/// A picture where it stands in an area.
struct Sheet {
  const Texture* texture = nullptr;
  PictureArea area;
  Placement place;
  Point share{1, 1};  ///< how much of the texture, from its first column and row on, stands there
  double from = 0;    ///< drawn between these shares of the area's width
  double to = 1;
  Sampling sampling = Sampling::sharp;
};

/// Draws finished pictures with OpenGL. Where a picture is transparent, what is below it is seen.
class Canvas {
 public:
  /// Throws BadInput with the driver's words if the shaders cannot be built.
  Canvas();
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  /// Layers in order, the first one lowest, over `backdrop`, into a window `window` pixels large.
  void draw(Size window, ImU32 backdrop, std::span<const Sheet> sheets) const;

 private:
  unsigned program_ = 0;
  unsigned vertices_ = 0;
  unsigned sharp_ = 0;
  unsigned smooth_ = 0;
  int place_ = -1;
  int share_ = -1;
  int columns_ = -1;
  int taps_ = -1;
  int brightest_ = -1;
};

}  // namespace heteroscope
