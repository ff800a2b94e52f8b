#pragma once

#include <optional>
#include <vector>

#include "app/window/model/frame_view.hpp"
#include "app/window/model/times/retries.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"
#include "core/run/engine/engine.hpp"

namespace heteroscope {

/// Asks the engine for the picture of the settings if it is not yet being computed, and says why one cannot be
/// computed.
class Requester {
 public:
  explicit Requester(Catalog catalog) : engine_(catalog) {}

  /// Called once a frame of the window: takes the engine's progress and asks for the picture of the settings.
  void update(Ui& ui, WindowModel& model, FrameView& view);
  /// Stops the present computation. True if there was one.
  bool cancel(WindowModel& model, FrameView& view);
  Reference reference_of(const std::shared_ptr<const Frame>& frame) { return engine_.reference_of(frame); }
  Reference checked_of(const std::shared_ptr<const Frame>& frame) { return engine_.checked_of(frame); }

 private:
  void check(const WindowModel& model, FrameView& view);
  bool may_repeat(const WindowModel& model, const FrameView& view) const;
  bool asks_again(const Ui& ui, const WindowModel& model, const FrameView& view);

  Engine engine_;
  std::optional<Request> asked_;
  double asked_s_ = 0;
  Retries retries_;
  std::vector<const Variant*> asked_own_;  ///< the variants of a person's own that the settings chose then
};

}  // namespace heteroscope
