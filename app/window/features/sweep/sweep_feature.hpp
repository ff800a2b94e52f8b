#pragma once

#include <vector>

#include "app/window/feature/measuring_feature.hpp"
#include "app/window/features/sweep/sweep_choice.hpp"
#include "app/window/features/sweep/sweep_plot.hpp"
#include "app/window/features/sweep/sweep_task.hpp"

namespace heteroscope {

/// Shows a sweep's plots and its table over the window.
class SweepFeature final : public MeasuringFeature<SweepTask> {
 public:
  [[nodiscard]] Action opened_by() const override { return action::toggle_sweep; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::measure; }

  [[nodiscard]] SweepChoice& choice() { return choice_; }

 protected:
  void draw_measured(const Window& window, OverlaySpace& space) override;
  [[nodiscard]] Settings measured(const Window& window) const override {
    return swept(window.model.settings(), window.model.catalog);
  }
  void begins(const Window& window) override;

 private:
  void body(const Window& window);
  void choices(const Window& window);
  void table(const Ui& ui, const WindowModel& model, const std::vector<SweepLine>& lines,
             const std::vector<PlotMark>& marks);

  SweepChoice choice_;
};

}  // namespace heteroscope
