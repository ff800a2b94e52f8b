#include "app/window/shell/panels.hpp"

#include <algorithm>
#include <utility>

#include "app/window/features/color/panel.hpp"
#include "app/window/features/compare/panel.hpp"
#include "app/window/features/execution/device.hpp"
#include "app/window/features/execution/panel.hpp"
#include "app/window/features/files/panel.hpp"
#include "app/window/features/problem/panel.hpp"
#include "app/window/features/result/panel.hpp"
#include "app/window/features/run/panel.hpp"
#include "app/window/features/scope/panel.hpp"
#include "app/window/shell/graphs.hpp"

namespace heteroscope {
namespace {

class Built final : public Panel {
 public:
  explicit Built(std::function<void(State&)> build) : build_(std::move(build)) {}
  void build(State& state) override { build_(state); }

 private:
  std::function<void(State&)> build_;
};

}  // namespace

void Panels::add(Section& section, std::function<void(State&)> build) {
  section.push_back(std::make_unique<Built>(std::move(build)));
}

Panels::Panels() : graphs_(std::make_unique<GraphsPanel>()) {
  add(left_, problem_panel);
  add(left_, run_panel);
  left_.push_back(std::make_unique<ExecutionPanel>());
  add(left_, device_panel);
  for (auto* const each : {cover_panel, result_panel, color_panel, compare_panel, export_panel}) add(right_, each);
}

Panels::~Panels() = default;

void Panels::build_left(State& state) {
  for (const auto& each : left_) each->build(state);
}

void Panels::build_right(State& state) {
  for (const auto& each : right_) each->build(state);
}

void Panels::build_graphs(State& state) {
  graphs_->build(state);
}

void Panels::leave_workload() {
  for (const Section* const section : {&left_, &right_}) {
    for (const auto& each : *section) each->leave_workload();
  }
  graphs_->leave_workload();
}

bool Panels::any(bool (Panel::*is)() const) const {
  const auto some = [is](const Section& section) {
    return std::ranges::any_of(section, [is](const auto& each) { return ((*each).*is)(); });
  };
  return some(left_) || some(right_) || ((*graphs_).*is)();
}

bool Panels::moves() const {
  return any(&Panel::moves);
}

bool Panels::measure() const {
  return any(&Panel::measures);
}

}  // namespace heteroscope
