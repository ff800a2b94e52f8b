#pragma once

#include <vector>

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Returns the places at which a brush dabs on its way, `spacing` apart: without `from`, and with `to` only if it falls
/// on one.
std::vector<Point> dabs_between(Point from, Point to, double spacing);

/// Draws strokes into the settings of a workload that can be painted on. Points are shares of the result's sides.
class Painter {
 public:
  void press(const Window& window, Point at, bool cold, double time_s);
  void move(const Window& window, Point at, double time_s);
  /// Called while the brush is held down: it goes on dabbing at its place.
  void hold(const Window& window, double time_s);

 private:
  void dab(const Window& window, Point at, double time_s);

  bool cold_ = false;
  Point at_;
  Point last_;  // dab
  double last_s_ = 0;
};

}  // namespace heteroscope
