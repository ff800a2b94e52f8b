#pragma once

#include "app/window/feature/layer.hpp"
#include "app/window/features/study/study_task.hpp"

namespace heteroscope {

/// The workload's study, as plots over the picture.
class StudyLayer final : public OpenedLayer {
 public:
  [[nodiscard]] Action opened_by() const override { return Action::toggle_study; }
  void draw(State& state, LayerSpace& space) override;
  void leave_workload() override { close(); }
  [[nodiscard]] bool moves() const override { return is_open() && !task_.ended(); }

  [[nodiscard]] const StudyTask& task() const { return task_; }

 private:
  StudyTask task_;
};

}  // namespace heteroscope
