#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/window/shell/app.hpp"

namespace heteroscope {

/// A hand that drags the picture in a circle, and what the window makes of it.
class Dragging {
 public:
  /// Asked before each movement whose picture is waited for: whether all is as it is to be measured.
  using Ready = std::function<bool(const Window&)>;
  explicit Dragging(std::string name, Ready ready = {}) : name_(std::move(name)), ready_(std::move(ready)) {}

  /// Once a frame, after it was drawn. True at the end.
  bool step(App& app);
  static std::string heading();
  /// A row of a Markdown table: intervals between frames, and times from a movement of the mouse to a picture of where
  /// it went, coarse or full.
  [[nodiscard]] std::string row() const;

 private:
  void push(App& app, MouseEvent::Kind kind) const;

  std::string name_;
  Ready ready_;
  int frames_ = 0;
  double last_s_ = 0;
  double moved_s_ = 0;  // when the mouse was moved to where no picture has been yet; 0: there is one
  std::vector<double> intervals_ms_;
  std::vector<double> latencies_ms_;
};

}  // namespace heteroscope
