#pragma once

#include <memory>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/single_task.hpp"
#include "app/window/model/measured/compare_result.hpp"
#include "app/window/picture/requester.hpp"

namespace heteroscope {

/// The diff view: chooses the picture with which the present one is compared, and compares anew for each frame on the
/// screen.
class CompareFeature final : public Feature {
 public:
  /// `requester` computes the references; it outlives the feature.
  explicit CompareFeature(Requester& requester) : requester_(requester) {}

  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::look; }
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void on_frame(const Window& window, const FrameStep& step) override;
  [[nodiscard]] Activity activity(const Window& window) const override;

 private:
  void compare(WindowModel& model, const FrameView& view);
  /// Returns whether all is there that the picture is compared with; asks for what is not.
  bool has_all(WindowModel& model, const FrameView& view);

  Requester& requester_;
  SingleTask<CompareResult>
      task_;  // compares off the window's thread: copies from a device and megapixels of arithmetic take long
  std::shared_ptr<const Frame> other_for_;    // the frame to which comparison.other belongs
  std::shared_ptr<const Frame> checked_;      // the frame's result, computed into memory filled with NaNs
  std::shared_ptr<const Frame> checked_for_;  // the frame to which that belongs
  std::shared_ptr<const Frame> kept_;         // the kept picture's frame that was compared with last
  CompareWith with_ = CompareWith::nothing;
};

}  // namespace heteroscope
