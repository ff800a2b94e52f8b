#include "core/device/cpu/processor_use.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "core/device/cpu/cpu_facts.hpp"
#include "core/process/own_processes.hpp"
#include "core/process/proc_stat.hpp"
#include "core/process/process_time.hpp"

namespace heteroscope {
namespace {

constexpr const char* file_variable = "HETEROSCOPE_PROC_STAT";

/// Whether this process may use a processor. A thread that OpenMP has bound to its place may use fewer than the process
/// may: then all count.
class Allowed {
 public:
  Allowed() {
    CPU_ZERO(&set_);
    const bool told = ::sched_getaffinity(0, sizeof set_, &set_) == 0;
    all_ = !told || CPU_COUNT(&set_) < cpu_facts().threads;
  }
  bool operator()(int number) const {
    return all_ || (number >= 0 && number < CPU_SETSIZE && CPU_ISSET(static_cast<std::size_t>(number), &set_));
  }

 private:
  cpu_set_t set_{};
  bool all_ = false;
};

}  // namespace

std::optional<ProcessorUse> processor_use() {
  const char* const other = std::getenv(file_variable);
  const std::string text = other == nullptr ? proc_stat_text() : proc_stat_text(other);
  const std::optional<ProcessorTicks> ticks = processor_ticks(text, Allowed());
  if (!ticks) return std::nullopt;
  const double own_s = seconds_used(RUSAGE_SELF) + time_of_own_processes_s();
  return ProcessorUse{.processors = ticks->processors,
                      .busy_ticks = ticks->busy,
                      .all_ticks = ticks->all,
                      .own_ticks = own_s * static_cast<double>(::sysconf(_SC_CLK_TCK))};
}

bool far_enough_apart(const ProcessorUse& from, const ProcessorUse& to) {
  return to.all_ticks - from.all_ticks >= fewest_ticks * to.processors;
}

double used_by_others(const ProcessorUse& from, const ProcessorUse& to) {
  const double others = static_cast<double>(to.busy_ticks - from.busy_ticks) - (to.own_ticks - from.own_ticks);
  return std::clamp(others / static_cast<double>(to.all_ticks - from.all_ticks), 0.0, 1.0);
}

}  // namespace heteroscope
