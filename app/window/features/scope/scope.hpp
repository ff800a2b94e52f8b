#pragma once

#include <memory>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/graph.hpp"
#include "app/window/feature/told_progress.hpp"
#include "app/window/features/scope/measured.hpp"
#include "app/window/features/scope/task.hpp"
#include "app/window/features/scope/tracing_cost.hpp"

namespace heteroscope {

/// The scope: who computes what, and when. It starts tasks beside the window's thread when the settings or the frame
/// change, and draws their results.
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
  /// Returns whether times are being measured: of all variants with a block mapping, or the cost of tracing.
  [[nodiscard]] bool measures() const;
  void want(const Window& window);
  void want_measured(const WindowModel& model, const FrameView& view);
  void want_timeline(WindowModel& model);
  /// Measures the cost of tracing while a traced frame is shown and nothing else is measured.
  void follow_tracing_cost(const Window& window);
  /// Draws how far that measurement is, while it is under way or once it was stopped.
  void tracing_cost_row(const Ui& ui);
  /// Draws the figures of a frame as it was computed.
  void computed_figures(const Ui& ui, const WindowModel& model);

  ScopeTasks tasks_;
  ToldProgress measured_so_far_;
  ToldProgress cost_so_far_;
  std::unique_ptr<MappingMeasuredTask> measuring_;  // made at the first request, like costing_
  std::unique_ptr<TracingCostTask> costing_;
  ScopeRequest asked_;  // the last request that the task got, without its frame
  bool asked_with_frame_ = false;
};

}  // namespace heteroscope
