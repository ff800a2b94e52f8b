#include "core/verify/case.hpp"

#include <algorithm>

#include "core/model/schema/command_text.hpp"

namespace heteroscope {

Settings reference_of(const Settings& settings, const Workload& workload) {
  Settings reference = default_settings(workload);
  reference.problem = settings.problem;
  for (const Stage& stage : workload.stages)
    reference.execution.variants[std::string(stage.id)].cpu = stage.reference();
  return reference;
}

double reference_operations(const Settings& settings, const Workload& workload) {
  const std::any parameters = workload.bind(settings.problem.parameters);
  const double worst = workload.worst(parameters);
  const bool own_size = workload.size_parameter(settings.problem.parameters) != nullptr;
  const Size size = own_size ? workload.output(parameters, settings.problem.size, settings.problem.precision).size
                             : settings.problem.size;
  double steps = 1;
  if (workload.iterates()) {
    const auto most = workload.iteration()->most_steps;
    steps = static_cast<double>(std::max<std::int64_t>(
        1, most != nullptr ? std::min(most(parameters), settings.problem.steps) : settings.problem.steps));
  }
  const double shown = worst * static_cast<double>(size.area());
  // where the state is not the result, what a step takes does not follow from the result's size
  if (workload.has_own_state()) return shown + steps * step_operations(settings.problem, workload);
  return shown * steps;
}

std::string command_line_of(const Case& each, Catalog catalog) {
  std::string out = "heteroscope render " + render_options_of(each.settings, catalog) + " --verify";
  if (each.route != Route{}) out += " --route " + route_text(each.route);
  return out;
}

}  // namespace heteroscope
