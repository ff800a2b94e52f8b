#pragma once

#include "app/window/shell/features.hpp"
#include "app/window/shell/layout.hpp"
#include "app/window/shell/window_actions.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

/// All features of a window, without one: they can be drawn, but nobody steps them.
class AllFeatures {
 public:
  [[nodiscard]] Features& operator*() { return features_; }
  [[nodiscard]] Features* operator->() { return &features_; }
  [[nodiscard]] PanelMode& mode() { return mode_; }

 private:
  PanelMode mode_;
  Requester requester_{catalog()};
  Features features_{{.catalog = catalog(), .requester = requester_, .of_window = window_actions(nullptr, mode_)}};
};

}  // namespace heteroscope
