#pragma once

#include "app/window/model/views/view.hpp"

namespace heteroscope {

/// The view of a picture that is only moved on the screen. It stays valid when the picture or its area changes size.
struct PictureView {
  Point center{0.5, 0.5};  ///< the point in the middle of the area, as shares of the picture's size
  double zoom = 0;         ///< screen pixels along a side of a picture pixel; 0: the whole picture, as large as it fits
  bool operator==(const PictureView&) const = default;
};

/// Returns the zoom at which the whole picture just fits into the area.
double fitted_zoom(Size picture, Size area);
/// Converts a picture view into a view of the plane of the picture's pixels (y down).
View view_of(const PictureView& view, Size picture, Size area);
/// Converts a view into a picture view, limited to the picture and to zooms from a quarter of the fitted one to large
/// single pixels.
PictureView picture_view(const View& view, Size picture, Size area);
/// Returns the factor, reduced if the zoom would pass an end.
double held_factor(const View& view, double factor, Size picture, Size area);
/// Returns the picture's place; its upper left corner lies on a corner of the area's pixels.
Placement placement(const PictureView& view, Size picture, Size area);
/// Returns the same view of the turned picture (columns for rows).
PictureView turned(const PictureView& view);

}  // namespace heteroscope
