#pragma once

#include <span>

#include "app/window/state.hpp"
#include "app/window/texture.hpp"

namespace heteroscope {

/// A picture where it stands in the view.
struct Layer {
  const Texture* texture = nullptr;
  Placement place;
  double from = 0;  ///< drawn between these shares of the picture area's width
  double to = 1;
  bool smooth = false;  ///< pixels are not one to one: interpolate
};

/// Draws finished pictures with OpenGL.
class Canvas {
 public:
  /// Throws BadInput with the driver's words if the shaders cannot be built.
  Canvas();
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  /// Layers in order, the first one lowest, over `backdrop`, into the area of a window `window` pixels large.
  void draw(const PictureArea& area, Size window, ImU32 backdrop, std::span<const Layer> layers) const;

 private:
  unsigned program_ = 0;
  unsigned vertices_ = 0;
  unsigned sharp_ = 0;
  unsigned smooth_ = 0;
  int place_ = -1;
  int columns_ = -1;
};

}  // namespace heteroscope
