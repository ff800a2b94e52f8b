#pragma once

#include <memory>
#include <vector>

#include "app/scope/lens.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"

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
  LensFeature();
  [[nodiscard]] Action opened_by() const override { return action::toggle_lens; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] bool alone() const override { return false; }
  void overlay(const Window& window, OverlaySpace& space) override;
  void close() override;
  void leave_workload() override { put_away(); }
  [[nodiscard]] Activity activity(const Window& /*window*/) const override {
    return {.busy = is_open() && (looked_.busy() || totals_.busy())};
  }

 private:
  struct TotalsWish {
    std::shared_ptr<const Frame> frame;
    Execution execution;
    int launch = 0;
    /// Where values do not matter, a frame of the same problem is as good.
    bool operator==(const TotalsWish& other) const;
  };
  /// It is held over the picture: the scope makes room for it.
  void toggle(const Window& window);
  /// Lets go of frames and of what was made of them.
  void put_away();

  bool wants_files_ = false;  ///< when it is drawn next
  bool used_ = false;         ///< the tasks may hold something
  LatestTask<LensWish, LensMade> looked_;
  LatestTask<TotalsWish, LensTotals> totals_;
};

}  // namespace heteroscope
