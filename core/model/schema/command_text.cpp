#include "core/model/schema/command_text.hpp"

#include "core/model/schema/schema.hpp"

namespace heteroscope {

namespace {

std::string options_of_part(std::span<const Setting* const> part, const Settings& settings, Catalog catalog,
                            Written written) {
  const SettingContext context{.catalog = catalog, .workload = &find_workload(catalog, settings.problem.workload)};
  std::string out;
  for (const Setting* each : part) out += each->options(settings, context, written);
  return out;
}

}  // namespace

std::string problem_options_of(const Settings& settings, Catalog catalog, Written written) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  const bool unstable = !workload.past_limit(settings.problem.parameters).empty();
  return settings.problem.workload + options_of_part(problem_schema(), settings, catalog, written) +
         (unstable ? " --allow-unstable" : "");
}

std::string render_options_of(const Settings& settings, Catalog catalog) {
  return problem_options_of(settings, catalog, Written::changed) +
         options_of_part(execution_schema(), settings, catalog, Written::changed);
}

std::string bench_options_of(const Settings& settings, Catalog catalog) {
  std::vector<const Setting*> kept;
  for (const Setting* each : execution_schema()) {
    if (!each->is_varied_by_bench()) kept.push_back(each);
  }
  return options_of_part(kept, settings, catalog, Written::all);
}

std::string look_options_of(const Settings& settings, Catalog catalog) {
  return options_of_part(look_schema(), settings, catalog, Written::changed);
}

}  // namespace heteroscope
