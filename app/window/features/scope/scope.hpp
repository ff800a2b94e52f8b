#pragma once

#include <memory>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/graph.hpp"
#include "app/window/features/scope/measured.hpp"
#include "app/window/features/scope/task.hpp"
#include "app/window/features/scope/tracing_cost.hpp"

namespace heteroscope {

/// Who computes what, and when. Its work beside the window's thread, and so what is to be drawn, follows the settings
/// and the frames.
class Scope final : public Feature, public OfferedGraph {
 public:
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::look; }
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void before_engine(const Window& window) override;
  [[nodiscard]] Activity activity(const Window& window) const override;
  [[nodiscard]] GraphTab tab(const Window& window) const override;
  void choose(const Window& window) override { choose_own_graph(window.ui); }
  void build(const Window& window) override;

 private:
  /// Times are measured: of all covering variants, or what tracing costs.
  [[nodiscard]] bool measures() const;
  void want(const Window& window);
  void want_measured(const WindowModel& model, const FrameView& view);
  void want_timeline(WindowModel& model);
  /// Has it measured where a frame is shown as it was computed, while nothing else is.
  void follow_tracing_cost(const Window& window);

  ScopeTasks tasks_;
  std::unique_ptr<MappingMeasuredTask> measuring_;  // from the first wish on, as is costing_
  std::unique_ptr<TracingCostTask> costing_;
  ScopeWish asked_;  // the last that was handed to the task, without its frame
  bool asked_with_frame_ = false;
};

}  // namespace heteroscope
