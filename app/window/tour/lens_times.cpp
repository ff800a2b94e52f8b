#include "app/window/tour/lens_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/compute/compute.hpp"
#include "app/scope/lens.hpp"
#include "app/text/format.hpp"
#include "core/base/watch.hpp"
#include "core/numbers/statistics.hpp"

namespace heteroscope {

namespace {

constexpr int cells_a_side = 5;

/// Returns the times of one variant, cell after cell.
std::vector<double> looks_ms(const LensOf& of) {
  const AccessPattern pattern = of.variant->make(of.problem);
  const Size size = pattern.of_input ? of.problem.input : of.problem.output.size;
  std::vector<double> out;
  for (int j = 1; j <= cells_a_side; ++j) {
    for (int i = 1; i <= cells_a_side; ++i) {
      const Watch watch;
      const auto lens = look(pattern, size.width * i / (cells_a_side + 1), size.height * j / (cells_a_side + 1));
      const double took_ms = watch.ms();
      if (lens) out.push_back(took_ms);
    }
  }
  return out;
}

std::string row_of(const Workload& workload) {
  Settings settings = default_settings(workload);
  settings.execution.processor = Processor::cpu;
  const Frame frame = compute(settings);
  std::vector<double> all;
  double longest = 0;
  std::string_view slowest;
  for (const AccessingVariant& each : workload.accesses->variants) {
    Execution execution = settings.execution;
    execution.variants[std::string(each.stage)].gpu = each.variant;
    auto of = lens_of(frame.plan, execution);
    if (!of || !why_no_lens(frame.plan, execution).empty()) continue;
    const Field input = workload.gives_numbers() ? frame.input.with_host_copy() : Field();
    if (workload.gives_numbers()) of->problem.values = input.host_view();
    const std::vector<double> times = looks_ms(*of);
    all.insert(all.end(), times.begin(), times.end());
    const double most = times.empty() ? 0 : *std::ranges::max_element(times);
    if (most <= longest) continue;
    longest = most;
    slowest = each.variant;
  }
  const Statistics times = statistics(all);
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", workload.id, times.count, format_ms(times.median),
                     format_ms(times.p95), format_ms(times.maximum), slowest);
}

}  // namespace

std::string lens_times(Catalog catalog) {
  std::string out = "| workload | looks | median | 95th percentile | maximum | of |\n|---|--:|--:|--:|--:|---|\n";
  for (const Workload* each : catalog) {
    if (each->accesses) out += row_of(*each);
  }
  return out;
}

}  // namespace heteroscope
