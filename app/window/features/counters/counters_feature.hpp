#pragma once

#include "app/window/feature/measuring_feature.hpp"
#include "app/window/features/counters/counters_task.hpp"

namespace heteroscope {

/// The page that shows what limits a GPU variant: its kernels, how many of their blocks a multiprocessor holds, the
/// occupancy that other blocks would have, and what the GPU's own counters say of a frame.
class CountersFeature final : public MeasuringFeature<CountersTask> {
 public:
  [[nodiscard]] Action opened_by() const override { return action::toggle_counters; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::look; }
  void before_engine(const Window& window) override;
  /// Returns the counters for the present settings; null where none have been read for them.
  [[nodiscard]] const CountedProblem* counted() const { return counted_.get(); }

 protected:
  void draw_measured(const Window& window, OverlaySpace& space) override;
  [[nodiscard]] Settings measured(const Window& window) const override {
    return counted_problem(window.model.settings(), window.model.catalog);
  }
  [[nodiscard]] std::vector<const Variant*> own_measured(const Window& window) const override {
    return own_variants_of(window.model.settings(), *window.model.workload);
  }

 private:
  void draw_kernels(const Window& window, const CountedProblem& shown);
  /// Keeps the counters of the present settings, and those of the save before where they are of the same problem.
  void keep_problem(std::shared_ptr<const CountedProblem> counted);

  std::shared_ptr<const CountedProblem> counted_;
  std::shared_ptr<const CountedProblem> last_;    ///< that had counters
  std::shared_ptr<const CountedProblem> before_;  ///< what another save of the last one's files counted; null: none did
  std::size_t kernel_ = 0;                        ///< place of the kernel whose occupancy is drawn
};

}  // namespace heteroscope
