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

/// Records views and orders a movie of the last recording, with a dialog for its size, length, format and file, which
/// says what it takes or why it is not possible.
class MovieFeature final : public OpenedFeature {
 public:
  /// `queue` takes the orders; it outlives this.
  explicit MovieFeature(QueueFeature& queue);
  [[nodiscard]] Action opened_by() const override { return action::toggle_movie; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::produce; }
  /// Records the views.
  void on_frame(const Window& window, const FrameStep& step) override;
  void end(const Window& window, bool again) override;

  [[nodiscard]] Badge badge(const Window& window) const override;
  [[nodiscard]] const Recorder& recorder() const { return recorder_; }
  /// Sets the last recording.
  void take_recorded(std::vector<Settings> keyframes) { recorded_ = std::move(keyframes); }
  void open(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  [[nodiscard]] Activity activity(const Window& /*window*/) const override {
    return {.busy = is_open() && outlooks_.busy()};
  }

 private:
  struct Request {
    std::vector<Settings> keyframes;
    std::int64_t frames = 2;
    double rate = 30;
    std::filesystem::path out;
    bool operator==(const Request&) const = default;
  };
  struct Outlook {
    Request of;
    MovieOutlook movie;
    std::optional<double> room;  ///< bytes that the disk has room for; none: not known
    std::string refusal;         ///< why it cannot be made, in one line; empty: it can
  };
  void toggle_recording(Ui& ui);
  /// Writes the keyframes; false: there are too few.
  bool end_recording(Ui& ui);
  /// Ends the recording, and offers to order the movie.
  void end_and_offer(Ui& ui);
  static MovieOrder order_of_request(const Request& request);
  static Outlook outlook_of(const Request& request);

  void body(const Window& window);
  static void length_rows(Ui& ui);
  /// `known`: the estimate for the last or an earlier request; null before the first one.
  void outlook_lines(const Window& window, const Request& request, const Outlook* known) const;
  void buttons(Ui& ui, const Request& request, const Outlook* known);
  static std::int64_t frames(const Preferences& of);
  [[nodiscard]] Request request(const Ui& ui) const;
  [[nodiscard]] std::string refusal_of(const Request& request, const Outlook& known) const;

  Recorder recorder_;
  std::vector<Settings> recorded_;       ///< the keyframes of the last recording
  std::filesystem::path recorded_file_;  ///< the file of those keyframes; empty until it is written
  Size size_;
  OrderedFile file_;
  LatestTask<Request, Outlook> outlooks_;
  QueueFeature& queue_;
};

}  // namespace heteroscope
