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

/// The cell over which the lens is held, and the variant whose warps it shows.
struct LensRequest {
  std::shared_ptr<const Frame> frame;
  Execution execution;  ///< the settings that choose the variant
  int x = 0, y = 0;     ///< the cell in the result, or in the input where the result is a histogram
  bool operator==(const LensRequest&) const = default;
};
/// The accesses of the cell's warp; `lens` is empty where no warp computes the cell.
struct LensMade {
  LensRequest of;
  std::optional<Lens> lens;
};
/// The accesses of all warps of the launch that computes the cell.
struct LensTotals {
  Problem problem;
  Execution execution;
  int launch = 0;
  AccessTotals totals;
};

/// The memory lens: shows what the warp that computes the cell under the mouse reads and writes, and where in memory.
class LensFeature final : public OpenedFeature {
 public:
  [[nodiscard]] Action opened_by() const override { return action::toggle_lens; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::look; }
  [[nodiscard]] bool alone() const override { return false; }
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void open(const Window& window) override;
  void close() override;
  void leave_workload() override;
  /// Chooses the variants that are shown, at most two, of the present workload or of the one that is chosen next.
  /// Without any, the variant of the execution is shown.
  void show(std::vector<std::string> variants);
  [[nodiscard]] Activity activity(const Window& window) const override;

 private:
  struct TotalsRequest {
    std::shared_ptr<const Frame> frame;
    Execution execution;
    int launch = 0;
    /// Equal also for two frames of the same problem, where accesses do not depend on values.
    bool operator==(const TotalsRequest& other) const;
  };
  /// The contents of the panel that was shown last, which can be saved while the mouse is elsewhere.
  struct Seen {
    std::shared_ptr<const LensMade> made;
    std::string variant;
    std::optional<AccessTotals> totals;
  };
  /// The two tasks that work out the accesses of a variant's warps off the window's thread.
  struct Glass {
    Glass();
    LatestTask<LensRequest, LensMade> looked;
    LatestTask<TotalsRequest, LensTotals> totals;
    std::optional<Seen> seen;  ///< shown last
  };
  /// Opens the lens and closes the scope; closes the lens where it was open without the scope.
  void toggle(const Window& window);
  /// Returns the executions of the variants that are shown, from the left: those that are checked in the section, else
  /// that of the settings.
  [[nodiscard]] std::vector<Execution> shown(const Window& window) const;
  /// Adds the variant to those that are shown, or removes it; a third one takes the place of the first.
  void choose(std::string_view variant, bool chosen);
  /// Draws one variant's panel, once there is one.
  void look_through(Glass& glass, const Window& window, OverlaySpace& space, const LensPlace& place,
                    const Execution& execution, bool wants_files);
  /// Returns the figure and the table of a panel for its files; refers to `seen`.
  static SavedGraph saved(const WindowModel& model, const Seen& seen);
  /// Releases the frames that the tasks hold, and what was worked out for them.
  void put_away();

  bool wants_files_ = false;  ///< files are to be saved when the lens is drawn next
  bool unfolds_ = false;      ///< the section unfolds when it is drawn next
  bool used_ = false;         ///< the tasks may hold frames
  std::vector<std::string> chosen_;
  bool for_next_ = false;  ///< chosen_ has variants of the workload that is chosen next
  std::array<Glass, 2> glasses_;
};

}  // namespace heteroscope
