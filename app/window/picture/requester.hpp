#pragma once

#include <optional>

#include "app/window/model/frame_view.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"
#include "core/run/engine.hpp"

namespace heteroscope {

/// Between the settings and the engine: asks for what is not yet being computed, and says why something cannot be.
class Requester {
 public:
  explicit Requester(Catalog catalog) : engine_(catalog) {}

  /// Once a frame of the window: takes the engine's progress and asks for what the settings say.
  void update(Ui& ui, WindowModel& model, FrameView& view);
  /// Stops the present computation. True if there was one.
  bool cancel(WindowModel& model, FrameView& view);
  Reference reference_of(const std::shared_ptr<const Frame>& frame) { return engine_.reference_of(frame); }

 private:
  void check(const WindowModel& model, FrameView& view);
  bool may_repeat(const WindowModel& model, const FrameView& view) const;

  Engine engine_;
  std::optional<Request> asked_;
};

}  // namespace heteroscope
