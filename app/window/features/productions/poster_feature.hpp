#pragma once

#include <optional>
#include <string>

#include "app/production/poster/poster.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/features/productions/order_form.hpp"
#include "app/window/features/productions/poster_choice.hpp"

namespace heteroscope {

/// Orders a poster of what the window shows, with a dialog for its size, format and file, which says what it takes or
/// why it is not possible.
class PosterFeature final : public OpenedFeature {
 public:
  /// `queue` takes the orders; it outlives this.
  explicit PosterFeature(QueueFeature& queue);
  [[nodiscard]] Action opened_by() const override { return action::toggle_poster; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::produce; }
  void open(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  [[nodiscard]] Activity activity(const Window& /*window*/) const override {
    return {.busy = is_open() && outlooks_.busy()};
  }

 private:
  struct Request {
    PosterOrder order;
    bool operator==(const Request& other) const {
      return order.settings == other.order.settings && order.out == other.order.out && order.tile == other.order.tile;
    }
  };
  struct Outlook {
    Request of;
    PosterOutlook poster;
    std::optional<double> room;  ///< bytes that the disk has room for; none: not known
    std::string refusal;         ///< why it cannot be made, in one line; empty: it can
  };
  static Outlook outlook_of(const Request& request);

  void body(const Window& window);
  void look_at_size(const Window& window);
  /// `known`: the estimate for the last or an earlier request; null before the first one.
  void outlook_lines(const Ui& ui, const Request& request, const Outlook* known);
  void buttons(Ui& ui, const WindowModel& model, const Request& request, const Outlook* known);
  [[nodiscard]] Request request(const Window& window) const;
  [[nodiscard]] std::string refusal_of(const Request& request, const Outlook& known) const;

  Size size_{poster_presets[1].size};
  std::string why_one_size_;       ///< what sets the size of the result; empty: it is chosen here
  std::optional<Size> made_size_;  ///< the size of the poster; none: not known yet
  OrderedFile file_;
  std::optional<double> seconds_;  ///< seconds that computing the whole poster takes
  LatestTask<Request, Outlook> outlooks_;
  QueueFeature& queue_;
};

}  // namespace heteroscope
