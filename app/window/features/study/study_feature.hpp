#pragma once

#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/feature/told_progress.hpp"

namespace heteroscope {

/// Shows the workload's convergence study as plots over the picture.
class StudyFeature final : public OpenedFeature {
 public:
  StudyFeature();
  [[nodiscard]] Action opened_by() const override { return action::toggle_study; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::measure; }
  void overlay(const Window& window, OverlaySpace& space) override;
  /// Ends a study under way, which would keep the processors busy; it begins anew when it is opened again, unless a
  /// person has stopped it.
  void close() override;
  void leave_workload() override { close(); }
  [[nodiscard]] Activity activity(const Window& /*window*/) const override {
    return {.busy = is_open() && result() == nullptr && task_.failure().empty() && !task_.given_up()};
  }

  /// Returns the study that was asked for last; null until it is done.
  [[nodiscard]] const std::vector<Study>* result() const;

 private:
  struct Made {
    const Workload* of = nullptr;
    std::vector<Study> studies;
  };
  void body(const Window& window);

  const Workload* asked_ = nullptr;
  std::shared_ptr<const Made> made_;
  ToldProgress progress_;
  LatestTask<const Workload*, Made> task_;
};

}  // namespace heteroscope
