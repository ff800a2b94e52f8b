#pragma once

#include "app/window/model/views/view.hpp"

namespace heteroscope {

/// How a picture that is only moved on the screen is seen. It survives another size of the picture or of its area.
struct PictureView {
  Point center{0.5, 0.5};  ///< what stands in the middle, as shares of the picture's size
  double zoom = 0;         ///< screen pixels for a pixel of the picture; 0: the whole picture, as large as it fits
  bool operator==(const PictureView&) const = default;
};

/// The zoom at which the whole picture is as large as it can be in the area.
double fitted_zoom(Size picture, Size area);
/// The picture view as a view of the plane of the picture's pixels (y down).
View view_of(const PictureView& view, Size picture, Size area);
/// The other way round: held inside the picture and between a quarter of the fitted zoom and large single pixels.
PictureView picture_view(const View& view, Size picture, Size area);
/// The factor, or what is left of it before the zoom reaches an end.
double held_factor(const View& view, double factor, Size picture, Size area);
/// Where the picture stands; its upper left corner lies on a corner of the area's pixels.
Placement placement(const PictureView& view, Size picture, Size area);
/// The same view of the turned picture (columns for rows).
PictureView turned(const PictureView& view);

}  // namespace heteroscope
