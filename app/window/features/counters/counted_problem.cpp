#include "app/window/features/counters/counted_problem.hpp"

#include "app/window/model/times/frame_section.hpp"
#include "core/model/settings/processors.hpp"

namespace heteroscope {

Settings counted_problem(const Settings& settings, Catalog catalog) {
  Settings out = settings;
  set_processors(out.execution, out.execution.machine.empty() ? "gpu" : "gpu@" + out.execution.machine);
  return what_times_belong_to(out, catalog);
}

}  // namespace heteroscope
