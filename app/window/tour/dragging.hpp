#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/window/shell/app.hpp"

namespace heteroscope {

/// Drags the picture in a circle and measures how the window follows.
class Dragging {
 public:
  /// Called before each movement whose picture is waited for; returns whether the measurement may go on.
  using Ready = std::function<bool(const Window&)>;
  explicit Dragging(std::string name, Ready ready = {}) : name_(std::move(name)), ready_(std::move(ready)) {}

  /// Called once a frame, after it was drawn. True at the end.
  bool step(App& app);
  static std::string heading();
  /// Returns a row of a Markdown table: intervals between frames, and times from a movement of the mouse to the picture
  /// of the new view, coarse or full.
  [[nodiscard]] std::string row() const;

 private:
  void push(App& app, MouseEvent::Kind kind) const;

  std::string name_;
  Ready ready_;
  int frames_ = 0;
  double began_s_ = 0;
  double last_s_ = 0;
  double moved_s_ = 0;  // when the mouse was moved to a view without a picture; 0: there is a picture
  std::vector<double> intervals_ms_;
  std::vector<double> latencies_ms_;
};

}  // namespace heteroscope
