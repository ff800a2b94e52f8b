#pragma once

#include <optional>
#include <string>

#include "app/production/poster/poster.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/features/productions/order_form.hpp"
#include "app/window/features/productions/poster_choice.hpp"

namespace heteroscope {

/// Orders a poster of what the window shows: its size, its format and its file, what that takes, and why it cannot be.
class PosterFeature final : public OpenedFeature {
 public:
  /// `queue` takes what is ordered; it outlives this.
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
  struct Wish {
    PosterOrder order;
    bool operator==(const Wish& other) const {
      return order.settings == other.order.settings && order.out == other.order.out && order.tile == other.order.tile;
    }
  };
  struct Outlook {
    Wish of;
    PosterOutlook poster;
    std::optional<double> room;  ///< bytes that the disk has; none: nobody knows
    std::string refusal;         ///< one line; empty: it can be made
  };
  static Outlook outlook_of(const Wish& wish);

  void body(const Window& window);
  /// `known`: of what was wished last, or before; null before the first look.
  void outlook_lines(const Ui& ui, const Wish& wish, const Outlook* known);
  void buttons(Ui& ui, const WindowModel& model, const Wish& wish, const Outlook* known);
  [[nodiscard]] Wish wish(const Window& window) const;
  [[nodiscard]] std::string refusal_of(const Wish& wish, const Outlook& known) const;

  Size size_{poster_presets[1].size};
  OrderedFile file_;
  std::optional<double> seconds_;  ///< of computing all of it
  LatestTask<Wish, Outlook> outlooks_;
  QueueFeature& queue_;
};

}  // namespace heteroscope
