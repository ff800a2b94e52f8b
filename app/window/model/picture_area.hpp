#pragma once

#include "app/window/model/views/view.hpp"
#include "core/base/shapes.hpp"

namespace heteroscope {

/// The place of the picture, in framebuffer pixels from the window's top left corner.
struct PictureArea {
  int x = 0;
  int y = 0;
  Size size;
  bool operator==(const PictureArea&) const = default;
};

/// The parts of the picture area: the picture alone, or beside what it is compared with.
enum class Pane { picture, other };

/// A zoom box that is being drawn, in pixels of the view that the pane shows.
struct ZoomBox {
  Pane pane = Pane::picture;
  Box box;
};

}  // namespace heteroscope
