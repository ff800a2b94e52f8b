#include "app/window/features/sweep/sweep_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/window/model/times/iterating.hpp"
#include "app/window/model/variant_rows.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/model/workload.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

/// Collects the settings along an axis, as far as they can be planned.
class SweepEnumeration {
 public:
  SweepEnumeration(Settings settings, Catalog catalog, device::Devices devices)
      : settings_(std::move(settings)),
        catalog_(catalog),
        devices_(devices),
        workload_(find_workload(catalog, settings_.problem.workload)) {}

  std::vector<SweepCase> all() const {
    std::vector<SweepCase> out;
    for (const SweepAxis axis : sweep_axes) {
      if (!why_no_axis(axis, settings_, workload_, devices_).empty()) continue;
      for (const Processor processor : {Processor::cpu, Processor::gpu}) {
        for (const NamedVariant& each : workload_.main_stage().variants) {
          if (each.variant->processor != processor) continue;
          SweepCase one = along(axis, each);
          if (!one.points.empty()) out.push_back(std::move(one));
        }
      }
    }
    return out;
  }

 private:
  SweepCase along(SweepAxis axis, const NamedVariant& variant) const {
    SweepCase out{
        .variant = std::string(variant.id), .processor = variant.variant->processor, .axis = axis, .points = {}};
    const Settings with = alone(settings_, workload_.main_stage(), variant);
    switch (axis) {
      case SweepAxis::side:
        add_sides(out, with);
        break;
      case SweepAxis::threads:
        if (variant.variant->knobs.threads) add_threads(out, with);
        break;
      case SweepAxis::block:
        if (variant.variant->knobs.blocks == BlockRule::any) add_blocks(out, with);
        break;
    }
    return out;
  }

  bool add(SweepCase& to, double x, Settings with) const {
    if (!plan_or_refusal(with, catalog_, devices_)) return false;
    to.points.push_back({x, std::move(with)});
    return true;
  }

  void add_sides(SweepCase& to, Settings with) const {
    const Parameter* const side = side_of(settings_, workload_);
    const int largest = to.processor == Processor::cpu ? largest_cpu_side : largest_gpu_side;
    for (int n = smallest_side; n <= largest; n *= 2) {
      if (side == nullptr) {
        with.problem.size = {n, n};
        add(to, n, with);
        continue;
      }
      // some grids can be halved only with one more node
      for (const int nodes : {n, n + 1}) {
        if (nodes < side->minimum || nodes > side->maximum) continue;
        with.problem.parameters[std::string(side->id)] = nodes;
        if (workload_.iterates()) with.problem.steps = timed_steps(with, catalog_);
        if (add(to, nodes, with)) break;
      }
    }
  }

  void add_threads(SweepCase& to, Settings with) const {
    const int most = cpu_facts().threads;
    for (int threads = 1; threads < 2 * most; threads *= 2) {
      with.execution.threads = std::min(threads, most);
      add(to, with.execution.threads, with);
    }
  }

  void add_blocks(SweepCase& to, Settings with) const {
    for (std::size_t i = 0; i < sweep_blocks.size(); ++i) {
      with.execution.block = sweep_blocks[i];
      add(to, static_cast<double>(i), with);
    }
  }

  Settings settings_;
  Catalog catalog_;
  device::Devices devices_;
  const Workload& workload_;
};

}  // namespace

std::string why_no_axis(SweepAxis axis, const Settings& settings, const Workload& workload, device::Devices devices) {
  switch (axis) {
    case SweepAxis::side:
      if (side_of(settings, workload) != nullptr || settings.problem.source.file.empty()) return {};
      return "The source is a file, whose size is fixed.";
    case SweepAxis::threads:
      return {};
    case SweepAxis::block:
      if (devices.first().available) return {};
      return "Times over blocks need a GPU: " + devices.first().why_not + ".";
  }
  return {};
}

SweepAxis axis_for(SweepAxis wanted, const Settings& settings, const Workload& workload, device::Devices devices) {
  const auto is_there = [&](SweepAxis each) { return why_no_axis(each, settings, workload, devices).empty(); };
  return is_there(wanted) ? wanted : *std::ranges::find_if(sweep_axes, is_there);
}

std::vector<SweepCase> sweep_cases(const Settings& settings, Catalog catalog, device::Devices devices) {
  return SweepEnumeration(measured_problem(settings, catalog), catalog, devices).all();
}

std::string sweep_title(const Settings& settings, const Workload& workload) {
  std::string out(workload.label);
  for (const Parameter& each : workload.parameters) {
    const auto found = settings.problem.parameters.find(each.id);
    if (each.kind != ParameterKind::choice || found == settings.problem.parameters.end()) continue;
    const double value = std::clamp(static_cast<double>(found->second), 0.0, each.maximum);
    if (value != each.initial)
      out += fmt::format(", {}: {}", each.label, each.choices[static_cast<std::size_t>(value)]);
  }
  return fmt::format("{}, {}", out, id_of(settings.problem.precision));
}

Settings swept(const Settings& settings, Catalog catalog) {
  Settings out = measured_problem(settings, catalog);
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  if (side_of(settings, workload) != nullptr) out.problem.size = Problem{}.size;
  return out;
}

bool worth_measuring(double ms, double side, double next_side) {
  constexpr double longest_ms = 1000;
  const double growth = next_side / std::max(side, 1.0);
  return ms * growth * growth <= longest_ms;
}

}  // namespace heteroscope
