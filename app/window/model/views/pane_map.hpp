#pragma once

#include "app/window/model/views/view.hpp"

namespace heteroscope {

/// Converts between the pixels of a pane and those of the view that it shows. They differ if a picture is shown turned,
/// columns for rows, and made smaller to fit.
struct PaneMap {
  Size pane;
  bool turned = false;
  double scale = 1;  ///< pixels of the pane for one pixel of the view

  [[nodiscard]] Point to_view(Point at) const;
  [[nodiscard]] Point to_pane(Point at) const;
  /// Converts a distance.
  [[nodiscard]] Point delta_to_view(Point delta) const;
  /// Converts the place of a picture in the view into its place in the pane.
  [[nodiscard]] Placement to_pane(const Placement& place) const;
};

/// Returns the scale at which a turned picture of `size` fits into an area of that size.
double turned_scale(Size size);

}  // namespace heteroscope
