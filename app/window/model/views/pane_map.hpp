#pragma once

#include "app/window/model/views/view.hpp"

namespace heteroscope {

/// Between the pixels of a part of the window and those of the view that is shown in it. The two differ where a picture
/// is shown turned: columns for rows, and then as much smaller as it must be to fit.
struct PaneMap {
  Size pane;
  bool turned = false;
  double scale = 1;  ///< pixels of the pane for one of the view

  [[nodiscard]] Point to_view(Point at) const;
  [[nodiscard]] Point to_pane(Point at) const;
  /// A distance.
  [[nodiscard]] Point delta_to_view(Point delta) const;
  /// Where in the pane a picture stands whose place in the view is known.
  [[nodiscard]] Placement to_pane(const Placement& place) const;
};

/// The scale at which a turned picture of `size` fits into an area of that size.
double turned_scale(Size size);

}  // namespace heteroscope
