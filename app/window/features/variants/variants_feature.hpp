#pragma once

#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/measuring_feature.hpp"
#include "app/window/features/variants/variants_task.hpp"

namespace heteroscope {

/// Every variant of the present problem beside each other, over the window: how long it takes, how much faster than the
/// plain loop that is, and whether its values are right.
class VariantsFeature final : public MeasuringFeature<VariantsTask> {
 public:
  /// Their times as bars, in what is left of the ImGui window; before they have been measured, how to do that.
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
  /// How the bars are saved; refers to both.
  static SavedGraph saved(const WindowModel& model, const MeasuredVariants& shown);
  void buttons(Ui& ui, const WindowModel& model, const MeasuredVariants& shown) const;
};

/// The button that opens it.
void variants_button(Ui& ui);

}  // namespace heteroscope
