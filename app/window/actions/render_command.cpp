#include "app/window/actions/render_command.hpp"

#include <fmt/format.h>

#include "core/color/palette.hpp"
#include "core/verify/case.hpp"

namespace heteroscope {

std::string render_command(const Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  std::string out = "heteroscope render " + render_options_of(settings, workload);
  const Look natural = natural_look(settings, catalog);
  const Look& look = settings.look;
  if (look.palette != natural.palette) out += " --palette " + look.palette;
  if (look.scale != natural.scale) out += " --scale " + look.scale;
  if (!look.automatic) out += fmt::format(" --range {}:{}", look.low, look.high);
  return out + fmt::format(" --out {}.png", workload.id);
}

std::string bench_command(const Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  Settings only = default_settings(workload);
  only.problem = settings.problem;
  only.execution.threads = settings.execution.threads;
  return "heteroscope bench " + render_options_of(only, workload);
}

}  // namespace heteroscope
