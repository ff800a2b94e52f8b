#pragma once

#include <vector>

#include "app/window/layers/layer.hpp"
#include "app/window/measure/variants_task.hpp"

namespace heteroscope {

/// Every variant of the present problem beside each other, over the window: how long it takes, how much faster than the
/// plain loop that is, and whether its values are right. It is measured when the layer is opened, if it was not yet.
class VariantsLayer final : public OpenedLayer {
 public:
  [[nodiscard]] Action opened_by() const override { return Action::toggle_variants; }
  void open(State& state) override;
  /// Gives up what is under way.
  void close() override;
  void draw(State& state, LayerSpace& space) override;
  void leave_workload() override { close(); }
  [[nodiscard]] bool moves() const override { return is_open() && task_.running(); }

  [[nodiscard]] const VariantsTask& task() const { return task_; }

 private:
  void start(State& state);
  void heading(State& state);
  void progress(const State& state);
  void copies(State& state, const std::vector<VariantRow>& rows);

  VariantsTask task_;
};

}  // namespace heteroscope
