#include <fmt/format.h>
#include <omp.h>

#include "app/commands/bench/cases.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

namespace {

/// Nodes that a run of an iterating workload updates, or interactions that it computes, if it takes at most that many
/// steps: a GPU then has some ms to do.
constexpr double operations_of_run = 0x1p28;
constexpr std::int64_t most_steps_of_run = 64;

}  // namespace

std::int64_t steps_of_run(const SettingsOptions& options, const Settings& settings, const Workload& workload) {
  if (workload.iterates() && options.until) {
    const std::int64_t steps = steps_until(*options.until, settings.problem, workload);
    if (steps < 1 || steps > most_steps_of_bench) {
      throw BadInput(fmt::format("--until '{}': that needs {}; a run can take 1 to {}", excerpt(*options.until),
                                 plural(steps, "step"), most_steps_of_bench));
    }
    return steps;
  }
  if (!workload.iterates() || options["steps"] || workload.settles()) return settings.problem.steps;
  return steps_worth(operations_of_run, most_steps_of_run, settings.problem, workload);
}

std::vector<int> thread_counts(bool doubling) {
  const int all = omp_get_num_procs();
  std::vector<int> out{1};
  for (int threads = 2; doubling && threads < all; threads *= 2) out.push_back(threads);
  if (all > 1) out.push_back(all);
  return out;
}

}  // namespace heteroscope
