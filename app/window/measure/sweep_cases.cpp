#include "app/window/measure/sweep_cases.hpp"

#include <algorithm>
#include <optional>

#include "app/window/measure/timed_runs.hpp"
#include "core/base/error.hpp"
#include "core/model/workload.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

bool can_run(const Settings& settings, Catalog catalog, device::Devices devices) {
  return static_cast<bool>(plan_or_refusal(settings, catalog, devices));
}

SweepCase over_sides(const Settings& settings, const Parameter& side, const NamedVariant& variant, Catalog catalog,
                     device::Devices devices) {
  const Processor processor = variant.variant->processor;
  SweepCase out{.variant = std::string(variant.id), .processor = processor, .axis = SweepAxis::side, .points = {}};
  const int largest = processor == Processor::cpu ? largest_cpu_side : largest_gpu_side;
  for (int n = smallest_side; n <= largest; n *= 2) {
    if (n < side.minimum || n > side.maximum) continue;
    Settings with = settings;
    with.problem.parameters[std::string(side.id)] = n;
    if (can_run(with, catalog, devices)) out.points.push_back({static_cast<double>(n), std::move(with)});
  }
  return out;
}

SweepCase over_blocks(const Settings& settings, const NamedVariant& variant, Catalog catalog, device::Devices devices) {
  SweepCase out{
      .variant = std::string(variant.id), .processor = Processor::gpu, .axis = SweepAxis::block, .points = {}};
  if (variant.variant->processor != Processor::gpu || variant.variant->knobs.blocks != BlockRule::any) return out;
  for (std::size_t i = 0; i < sweep_blocks.size(); ++i) {
    Settings with = settings;
    with.execution.block = sweep_blocks[i];
    if (can_run(with, catalog, devices)) out.points.push_back({static_cast<double>(i), std::move(with)});
  }
  return out;
}

const Parameter* side_of(const Settings& settings, const Workload& workload) {
  try {
    return workload.size_parameter(settings.problem.parameters);
  } catch (const BadInput&) {
    return nullptr;  // the plan says what is wrong
  }
}

}  // namespace

std::string why_no_sweep(const Settings& settings, const Workload& workload) {
  const std::string label(workload.label);
  if (workload.iteration) return label + " goes on step by step: it has no end to be timed";
  if (side_of(settings, workload) == nullptr) return label + " has no parameter that sets its size";
  return {};
}

std::vector<SweepCase> sweep_cases(const Settings& settings, Catalog catalog, device::Devices devices) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  std::vector<SweepCase> out;
  if (!why_no_sweep(settings, workload).empty()) return out;
  const Parameter& side = *side_of(settings, workload);
  const Stage& stage = workload.stages.back();
  for (const Processor processor : {Processor::cpu, Processor::gpu}) {
    for (const NamedVariant& each : stage.variants) {
      if (each.variant->processor != processor) continue;
      const Settings with = alone(settings, stage, each);
      for (SweepCase& one :
           std::array{over_sides(with, side, each, catalog, devices), over_blocks(with, each, catalog, devices)}) {
        if (!one.points.empty()) out.push_back(std::move(one));
      }
    }
  }
  return out;
}

Settings swept(const Settings& settings) {
  const Execution& as = settings.execution;
  Settings out{.problem = settings.problem,
               .execution = {.memory = as.memory, .block = as.block, .threads = as.threads}};
  out.problem.size = Problem{}.size;
  return out;
}

bool worth_measuring(double ms, double side, double next_side) {
  constexpr double longest_ms = 1000;
  const double growth = next_side / std::max(side, 1.0);
  return ms * growth * growth <= longest_ms;
}

}  // namespace heteroscope
