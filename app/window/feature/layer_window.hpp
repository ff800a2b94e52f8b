#pragma once

#include "app/window/feature/layer.hpp"

namespace heteroscope {

/// A window of ImGui over the picture, with round corners and a border; its place and size are set before. The mouse
/// does not reach what lies below.
class LayerWindow {
 public:
  /// `padding` in the design's units.
  LayerWindow(const State& state, LayerSpace& space, const char* id, ImGuiWindowFlags flags, ImVec2 padding = {16, 12});
  ~LayerWindow();
  LayerWindow(const LayerWindow&) = delete;
  LayerWindow& operator=(const LayerWindow&) = delete;
  /// There is something to be built.
  explicit operator bool() const { return open_; }

 private:
  bool open_;
};

}  // namespace heteroscope
