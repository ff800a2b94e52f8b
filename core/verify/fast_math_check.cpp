#include "core/verify/fast_math_check.hpp"
#include "core/base/plural.hpp"

#include <fmt/format.h>

#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "core/verify/case.hpp"

namespace heteroscope {

namespace {

Field compared(const Frame& frame) {
  return (frame.states.empty() ? frame.field : frame.states.front()).with_host_copy();
}

/// Empty where it cannot be planned, too: its variants' cases say why.
std::string wrong_fast_math(const Workload& workload, const Settings& settings, bool traced, Catalog catalog,
                            device::Devices devices) {
  const FastMathBaseline& fast_math = *workload.fast_math;
  const Planned reference = plan(reference_of(settings, workload), catalog, devices);
  Planned planned = plan(settings, catalog, devices);
  if (!planned || !reference) return {};
  put_fast_math(*planned.plan);
  Executor executor;
  const Field expected = compared(executor.execute(*reference.plan, CheckedRun{.summarize = false}).value());
  const Field found =
      compared(executor.execute(*planned.plan, CheckedRun{.summarize = false, .trace = traced}).value());
  const double tolerance = fast_math.tolerance(planned.plan->parameters, settings.problem.precision);
  const Diff diff = compare(expected.host_view(), found.host_view(), tolerance);
  if (diff.beyond == 0) return {};
  return fmt::format("{} ({}), {}, block {}x{}: {} beyond {:.3g}; the largest error is {:.3g}", workload.id,
                     fast_math.label, id_of(settings.problem.precision), settings.execution.block.x,
                     settings.execution.block.y, plural(diff.beyond, "value"), tolerance, diff.max_error);
}

}  // namespace

std::string wrong_fast_math_baselines(Catalog catalog, device::Devices devices) {
  constexpr BlockShape own{};
  constexpr BlockShape largest{1024, 1};
  for (const Workload* workload : catalog) {
    if (!workload->fast_math) continue;
    Settings settings = default_settings(*workload);
    settings.problem.size = {64, 48};
    settings.problem.steps = workload->iterates() ? 1 : 0;
    settings.execution.processor = Processor::gpu;
    for (const Precision precision : workload->precisions()) {
      for (const BlockShape block : {own, largest}) {
        for (const bool traced : {false, true}) {
          settings.problem.precision = precision;
          settings.execution.block = block;
          if (std::string wrong = wrong_fast_math(*workload, settings, traced, catalog, devices); !wrong.empty())
            return wrong;
        }
      }
    }
  }
  return {};
}

}  // namespace heteroscope
