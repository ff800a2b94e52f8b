#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/single_task.hpp"
#include "app/window/model/measured/compare_result.hpp"
#include "app/window/picture/requester.hpp"

namespace heteroscope {

/// Finds out whether all of a picture is written that a person's file computes: it is computed once more, into memory
/// filled with NaNs, and compared with the reference again. The program's own variants are known to write all.
class WrittenChecker {
 public:
  /// `requester` has the pictures computed; it outlives this.
  explicit WrittenChecker(Requester& requester) : requester_(requester) {}

  /// Called once a frame of the window with a picture that agrees with its reference within `tolerance`. Returns what
  /// is known, and has the rest found out. A save that could not be checked is not tried again, whatever its picture.
  WrittenCheck update(double now_s, const std::shared_ptr<const Frame>& frame,
                      const std::shared_ptr<const Frame>& reference, double tolerance);
  /// Forgets what could not be checked: the next comparison tries it again.
  void forget() { refused_ = {}; }

 private:
  struct Counted {
    std::uint64_t frame = 0;          ///< serial number
    std::vector<const Variant*> own;  ///< that have computed it
    WrittenCheck found;
  };
  struct Refused {
    std::vector<const Variant*> own;
    std::string why_not;
  };
  void begin(const std::shared_ptr<const Frame>& frame, const std::shared_ptr<const Frame>& reference,
             double tolerance);

  Requester& requester_;
  SingleTask<Counted> task_;  // off the window's thread, as the comparison itself
  Counted newest_;
  Refused refused_;
  std::uint64_t waits_for_ = 0;  // the picture's serial number
  double waits_since_s_ = 0;
};

/// The diff view: chooses the picture with which the present one is compared, and compares anew for each frame on the
/// screen.
class CompareFeature final : public Feature {
 public:
  /// `requester` computes the references; it outlives the feature.
  explicit CompareFeature(Requester& requester) : requester_(requester), checker_(requester) {}

  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::look; }
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void on_frame(const Window& window, const FrameStep& step) override;
  [[nodiscard]] Activity activity(const Window& window) const override;

 private:
  void compare(const Window& window);
  /// Returns whether that is there with which the picture is compared; asks for it if not.
  bool has_other(const Window& window);
  /// Forgets what is another comparison's, or another save's of a person's file.
  void forget_others(const Window& window);
  void take_result(Comparison& comparison);
  void start(const FrameView& view, const Comparison& comparison, const CompareKey& key);

  Requester& requester_;
  SingleTask<CompareResult>
      task_;  // compares off the window's thread: copies from a device and megapixels of arithmetic take long
  std::shared_ptr<const Frame> other_for_;  // the frame to which comparison.other belongs
  /// Of which a result stays while the next one is on its way.
  struct Subject {
    CompareWith with = CompareWith::nothing;
    std::shared_ptr<const Frame> kept;  // the kept picture's frame that is compared with
    std::vector<const Variant*> own;    // the saves of a person's file that have computed the picture
    bool operator==(const Subject&) const = default;
  };
  Subject subject_;
  Subject task_subject_;
  WrittenChecker checker_;
};

}  // namespace heteroscope
