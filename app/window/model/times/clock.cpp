#include "app/window/model/times/clock.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double digits = 1000;  // steps of the clock in a second

}  // namespace

double clock_time(double from, double elapsed, double minimum, double maximum) {
  const double span = maximum - minimum;
  if (!(span > 0)) return minimum;
  double since = from + elapsed - minimum;
  if (since > span || since < 0) since -= span * std::floor(since / span);
  return std::clamp(std::round((minimum + since) * digits) / digits, minimum, maximum);
}

double read_clock(ClockRun& run, const Parameter& clock, double time, double now_s) {
  if (!run.mark || run.mark->shown != time || run.mark->speed != run.speed) {
    run.mark = {.time = time, .now_s = now_s, .shown = time, .speed = run.speed};
  }
  const double elapsed = (now_s - run.mark->now_s) * run.speed;
  run.mark->shown = clock_time(run.mark->time, elapsed, clock.minimum, clock.maximum);
  return run.mark->shown;
}

const Parameter* clock_of(const Workload& workload) {
  return workload.clock ? workload.find_parameter(workload.clock->parameter) : nullptr;
}

double time_of(const Settings& settings, const Parameter& clock) {
  const auto found = settings.problem.parameters.find(clock.id);
  return found == settings.problem.parameters.end() ? clock.initial : static_cast<double>(found->second);
}

bool goes_on(const Workload& workload) {
  return workload.iterates() || clock_of(workload) != nullptr;
}

Settings without_time(Settings settings, const Workload& workload) {
  if (const Parameter* clock = clock_of(workload)) {
    settings.problem.parameters[std::string(clock->id)] = clock->initial;
  }
  return settings;
}

}  // namespace heteroscope
