#pragma once

#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/measuring_feature.hpp"
#include "app/window/features/variants/variants_task.hpp"

namespace heteroscope {

/// Shows all variants of the present problem over the window: their times, their speed-ups over the plain loop, and
/// whether their values are right.
class VariantsFeature final : public MeasuringFeature<VariantsTask> {
 public:
  /// Draws their times as bars into the rest of the ImGui window; before they are measured, a button that measures
  /// them.
  void graph(const Window& window);

  [[nodiscard]] Action opened_by() const override { return action::toggle_variants; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::measure; }

 protected:
  void draw_measured(const Window& window, OverlaySpace& space) override;
  [[nodiscard]] Settings measured(const Window& window) const override {
    return measured_problem(window.model.settings(), window.model.catalog);
  }

 private:
  /// Returns how the bars are saved; keeps references to both arguments.
  static SavedGraph saved(const WindowModel& model, const MeasuredVariants& shown);
  void buttons(Ui& ui, const WindowModel& model, const MeasuredVariants& shown) const;
};

/// Draws the button that opens the table.
void variants_button(Ui& ui);

}  // namespace heteroscope
