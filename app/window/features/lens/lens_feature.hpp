#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scope/lens.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/features/lens/lens_panel.hpp"

namespace heteroscope {

/// Which cell the lens is held over.
struct LensWish {
  std::shared_ptr<const Frame> frame;
  Execution execution;  ///< chooses the variant
  int x = 0, y = 0;     ///< of the result, or of the input where that is what is counted
  bool operator==(const LensWish&) const = default;
};
/// What it shows; `lens` is empty where nobody computes the cell.
struct LensMade {
  LensWish of;
  std::optional<Lens> lens;
};
/// The same of all warps of the launch that the cell is of.
struct LensTotals {
  Problem problem;
  Execution execution;
  int launch = 0;
  AccessTotals totals;
};

/// Held over a cell it shows what the warp that computes the cell reads and writes, and where in memory that lies.
class LensFeature final : public OpenedFeature {
 public:
  [[nodiscard]] Action opened_by() const override { return action::toggle_lens; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::look; }
  [[nodiscard]] bool alone() const override { return false; }
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void close() override;
  void leave_workload() override;
  /// Shows these variants, at most two, of the settings' workload or of the one that comes next; none: the
  /// execution's own.
  void show(std::vector<std::string> variants);
  [[nodiscard]] Activity activity(const Window& window) const override;

 private:
  struct TotalsWish {
    std::shared_ptr<const Frame> frame;
    Execution execution;
    int launch = 0;
    /// Where values do not matter, a frame of the same problem is as good.
    bool operator==(const TotalsWish& other) const;
  };
  /// The contents of a panel that was shown: it can be saved while the mouse is elsewhere.
  struct Seen {
    std::shared_ptr<const LensMade> made;
    std::string variant;
    std::optional<AccessTotals> totals;
  };
  /// The two tasks that look at a variant's warps beside the window's thread.
  struct Glass {
    Glass();
    LatestTask<LensWish, LensMade> looked;
    LatestTask<TotalsWish, LensTotals> totals;
    std::optional<Seen> seen;  ///< last
  };
  /// It is held over the picture: the scope makes room for it.
  void toggle(const Window& window);
  /// The variants that it shows, from the left: those that were chosen in its section, else the execution's.
  [[nodiscard]] std::vector<Execution> shown(const Window& window) const;
  /// Chooses the variant, or no longer; a third one takes the first one's place.
  void choose(std::string_view variant, bool chosen);
  /// Draws one variant's panel, once there is one.
  void look_through(Glass& glass, const Window& window, OverlaySpace& space, const LensPlace& place,
                    const Execution& execution, bool wants_files);
  /// How that is saved; refers to it.
  static SavedGraph saved(const WindowModel& model, const Seen& seen);
  /// Lets go of frames and of what was made of them.
  void put_away();

  bool wants_files_ = false;  ///< when it is drawn next
  bool used_ = false;         ///< the tasks may hold something
  std::vector<std::string> chosen_;
  bool for_next_ = false;  ///< what was chosen is of the workload that comes next
  std::array<Glass, 2> glasses_;
};

}  // namespace heteroscope
