#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/production/queue/ordered_movie.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/features/productions/order_form.hpp"
#include "app/window/model/recorder.hpp"

namespace heteroscope {

/// Orders a movie of the views that were recorded last: its size, its length, its format and its file, what that takes,
/// and why it cannot be. Recording them is its, too.
class MovieFeature final : public OpenedFeature {
 public:
  /// `queue` takes what is ordered; it outlives this.
  explicit MovieFeature(QueueFeature& queue);
  [[nodiscard]] Action opened_by() const override { return action::toggle_movie; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::produce; }
  /// Notes the views while they are recorded.
  void on_frame(const Window& window, const FrameStep& step) override;
  void end(const Window& window, bool again) override;

  [[nodiscard]] Badge badge(const Window& window) const override;
  [[nodiscard]] const Recorder& recorder() const { return recorder_; }
  /// What was recorded last.
  void take_recorded(std::vector<Settings> keyframes) { recorded_ = std::move(keyframes); }
  void open(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  [[nodiscard]] Activity activity(const Window& /*window*/) const override {
    return {.busy = is_open() && outlooks_.busy()};
  }

 private:
  struct Wish {
    std::vector<Settings> keyframes;
    std::int64_t frames = 2;
    double rate = 30;
    std::filesystem::path out;
    bool operator==(const Wish&) const = default;
  };
  struct Outlook {
    Wish of;
    MovieOutlook movie;
    std::optional<double> room;  ///< bytes that the disk has; none: nobody knows
    std::string refusal;         ///< one line; empty: it can be made
  };
  void toggle_recording(Ui& ui);
  /// Writes the keyframes; false: there are too few.
  bool end_recording(Ui& ui);
  /// Ends the recording, and offers to order the movie.
  void end_and_offer(Ui& ui);
  static MovieOrder order_of_wish(const Wish& wish);
  static Outlook outlook_of(const Wish& wish);

  void body(const Window& window);
  void length_rows(const Ui& ui);
  /// `known`: of what was wished last, or before; null before the first look.
  void outlook_lines(const Window& window, const Wish& wish, const Outlook* known) const;
  void buttons(Ui& ui, const Wish& wish, const Outlook* known);
  [[nodiscard]] std::int64_t frames() const;
  [[nodiscard]] Wish wish(const Ui& ui) const;
  [[nodiscard]] std::string refusal_of(const Wish& wish, const Outlook& known) const;

  Recorder recorder_;
  std::vector<Settings> recorded_;       ///< the keyframes of the last recording
  std::filesystem::path recorded_file_;  ///< that has them; empty until it is written
  Size size_;
  double seconds_ = 10;
  int rate_ = 30;
  OrderedFile file_;
  LatestTask<Wish, Outlook> outlooks_;
  QueueFeature& queue_;
};

}  // namespace heteroscope
