#pragma once

#include <optional>

#include "app/window/feature/overlay_parts.hpp"

namespace heteroscope {

/// Where layers draw, in ImGui's units.
struct LayerSpace {
  Rect picture;     ///< the picture's area
  Rect free;        ///< what layers before have left of it
  Covered covered;  ///< where the mouse does not reach the picture
};

/// Something that lies over the picture. It owns what it shows beyond what all of the window share.
class Layer {
 public:
  Layer() = default;
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;
  virtual ~Layer() = default;

  virtual void draw(State& state, LayerSpace& space) = 0;
  /// The settings are of another workload: what belonged to the one before goes.
  virtual void leave_workload() {}
  /// It changes by itself, or waits for what is being made.
  [[nodiscard]] virtual bool moves() const { return false; }
  /// It measures times.
  [[nodiscard]] virtual bool measures() const { return false; }
  /// It begins to measure times once nothing else is computed.
  [[nodiscard]] virtual bool waits_for_quiet() const { return false; }
  /// When it is to be drawn again without any event, in GLFW's time; none: no sooner than for another reason.
  [[nodiscard]] virtual std::optional<double> due_s() const { return std::nullopt; }
};

/// A layer that a person opens and closes, by an action or by Esc.
class OpenedLayer : public Layer {
 public:
  [[nodiscard]] virtual Action opened_by() const = 0;
  /// It lies over much of the picture, or measures what others would disturb: where it opens, all others that stand
  /// alone are closed.
  [[nodiscard]] virtual bool alone() const { return true; }
  [[nodiscard]] bool is_open() const { return open_; }
  virtual void open(State& /*state*/) { open_ = true; }
  virtual void close() { open_ = false; }

 private:
  bool open_ = false;
};

}  // namespace heteroscope
