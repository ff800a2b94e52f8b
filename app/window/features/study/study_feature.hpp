#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/features/study/study_task.hpp"

namespace heteroscope {

/// The workload's study, as plots over the picture.
class StudyFeature final : public OpenedFeature {
 public:
  [[nodiscard]] Action opened_by() const override { return action::toggle_study; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void leave_workload() override { close(); }
  [[nodiscard]] Activity activity(const Window& /*window*/) const override {
    return {.busy = is_open() && !task_.ended()};
  }

  [[nodiscard]] const StudyTask& task() const { return task_; }

 private:
  StudyTask task_;
};

}  // namespace heteroscope
