#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/scope/lens.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/features/lens/lens_place.hpp"
#include "app/window/features/lens/lens_words.hpp"
#include "app/window/picture/panes.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {

/// The cell over which the lens is held, and the variants whose warps it shows.
struct LensRequest {
  std::shared_ptr<const Frame> frame;
  std::vector<Execution> executions;  ///< the settings that choose each variant, from the left; at most two
  int x = 0, y = 0;                   ///< the cell in the result, or in the input where the result is a histogram
  bool operator==(const LensRequest&) const = default;
};
/// The accesses of a warp that computes the cell.
struct MadeLens {
  std::optional<Lens> lens;  ///< nothing where there is no model or no warp computes the cell, or after a failure
  Failure failure;
};
struct LensMade {
  LensRequest of;
  std::vector<MadeLens> variants;  ///< one for each execution
};
/// The accesses of all warps of the launch that computes the cell.
struct LensTotals {
  Problem problem;
  Execution execution;
  int launch = 0;
  AccessTotals totals;
};

/// The memory lens: shows what the warp that computes a cell reads and writes, and where in memory. The cell is the one
/// under the mouse, or the one to which a person has pinned the lens, as long as the picture has that.
class LensFeature final : public OpenedFeature {
 public:
  LensFeature();
  [[nodiscard]] Action opened_by() const override { return action::toggle_lens; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::look; }
  [[nodiscard]] bool alone() const override { return false; }
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void open(const Window& window) override;
  void close() override;
  bool step_back() override { return std::exchange(pinned_, std::nullopt).has_value(); }
  void leave_workload() override;
  [[nodiscard]] Activity activity(const Window& window) const override;

 private:
  struct TotalsRequest {
    std::shared_ptr<const Frame> frame;
    Execution execution;
    int launch = 0;
    /// Equal also for two frames of the same problem, where accesses do not depend on values.
    bool operator==(const TotalsRequest& other) const;
  };
  /// Works out the averages over a launch off the window's thread.
  struct TotalsTask final : LatestTask<TotalsRequest, LensTotals> {
    TotalsTask();
  };
  /// A variant's contents of the panel that was shown last, which can be saved while the mouse is elsewhere.
  struct Seen {
    std::shared_ptr<const LensMade> made;
    std::size_t index = 0;  ///< of the variant's execution
    std::string variant;
    std::optional<AccessTotals> totals;

    [[nodiscard]] LensView view() const { return {*made->variants[index].lens, variant, totals ? &*totals : nullptr}; }
  };
  /// Opens the lens and closes the scope; closes the lens where it was open without the scope.
  void toggle(const Window& window);
  /// Returns the executions of the variants that are shown, from the left: those that are ticked in the section
  /// (Preferences::lens_variants), else that of the settings.
  static std::vector<Execution> shown(const Window& window);
  /// Returns the i-th variant's contents; nothing where no lens shows it.
  [[nodiscard]] std::optional<Seen> see(const Window& window, const std::shared_ptr<const LensMade>& made,
                                        std::size_t i);
  /// Returns why a variant's lens shows nothing; empty where it does, or will. `made`: null while it is not made.
  static std::string why_not(const Frame& frame, const Execution& execution, const MadeLens* made);
  /// Returns the contents of all variants that a lens shows. `made`: null while it is not made.
  [[nodiscard]] std::vector<Seen> see_all(const Window& window, const std::shared_ptr<const LensMade>& made);
  /// Pins the lens to the cell under the mouse, or frees it.
  void pin(const Window& window);
  /// Frees the lens where the picture does not have its cell, and says so.
  void free_if_gone(const Window& window);
  /// Returns the cell that is looked at; nothing where the mouse is on none.
  [[nodiscard]] std::optional<PixelAt> looked_at(const Window& window) const;
  /// Returns where the lens is pinned, and how it is freed; empty where it follows the mouse.
  [[nodiscard]] std::string pinned_words(const Ui& ui) const;
  /// Draws what is seen of the cell, and why the other variants' lenses show nothing.
  void look_through(const Window& window, OverlaySpace& space, const LensPlace& place,
                    const std::vector<Execution>& executions, const LensMade* made,
                    const std::vector<Seen>& seen) const;
  /// Draws the word *save* behind a variant that is shown; disabled until the lens has shown it.
  void save_button(const Window& window, const std::string& variant) const;
  /// Returns the figure and the table of a panel for its files; refers to `seen`.
  static SavedGraph saved(const WindowModel& model, const Seen& seen);
  /// Releases the frames that the tasks hold, and what was worked out for them.
  void put_away();

  bool wants_files_ = false;       ///< files are to be saved when the lens is drawn next
  bool unfolds_ = false;           ///< the section unfolds when it is drawn next
  bool used_ = false;              ///< the tasks may hold frames
  std::optional<PixelAt> pinned_;  ///< the cell, in the picture that is shown
  std::optional<LensSide> side_;   ///< where it stood last
  LatestTask<LensRequest, LensMade> looked_;
  std::array<TotalsTask, most_lens_variants> totals_;
  std::vector<Seen> seen_;
};

}  // namespace heteroscope
