#include "core/run/thread_check.hpp"

#include <fmt/format.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/base/plural.hpp"
#include "core/model/job.hpp"
#include "core/process/proc_stat.hpp"
#include "core/process/process_time.hpp"

namespace heteroscope {
namespace {

/// Whether a person has asked for threads that never sleep between OpenMP's parallel regions: those of the library that
/// clang's files bring along are not this program's to end.
bool may_spin_for_ever() {
  const char* const policy = std::getenv("OMP_WAIT_POLICY");
  return (policy != nullptr && ::strcasecmp(policy, "active") == 0) || std::getenv("KMP_BLOCKTIME") != nullptr;
}

/// A thread that ran when it was looked at first.
struct Suspect {
  double cpu_s = 0;  ///< that it had had on processors then
  int asleep = 0;    ///< looks in a row, a millisecond apart, that found it asleep

  /// Whether that is long beside the time for which it has run since: one that only pauses now and then does not rest.
  [[nodiscard]] bool rests(double ran_s) const {
    constexpr double least_looks = 5;
    constexpr double looks_for_s = 250;  // a quarter of the time
    return asleep >= std::max(least_looks, looks_for_s * ran_s);
  }
};

}  // namespace

std::vector<ThreadState> ThreadClocks::other_threads() {
  std::vector<ThreadState> out = threads_of(::getpid());
  std::erase_if(out, [self = ::gettid()](const ThreadState& each) { return each.id == self; });
  return out;
}

void ThreadClocks::pause_shortly() {
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void BusyProcessors::add(int given, double cpu_s, double wall_s, std::size_t running) {
  constexpr double inexact = 1.1;
  constexpr double least_s = 1e-3;  // more than clocks err by
  // The kernel counts what a thread has had at its ticks, which come 100 to 1000 times a second, on all processors at
  // once: a team of 16 has 60 ms more in a call of 1 ms then.
  constexpr double longest_tick_s = 10e-3;
  cpu_s -= longest_tick_s * static_cast<double>(running);
  const double excess = cpu_s - inexact * (2 * given - 1) * wall_s;
  if (excess < least_s) return;
  excess_s += excess;
  if (cpu_s <= most * wall_s) return;
  most = cpu_s / wall_s;
  threads = given;
}

bool BusyProcessors::too_many() const {
  constexpr double clear_s = 5e-3;
  return excess_s >= clear_s;
}

ThreadClocks ThreadCheck::system_clocks() {
  return {
      .cpu_s = [] { return seconds_used(RUSAGE_SELF); },
      .wall_s =
          [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }};
}

/// Those that have a processor or wait for one.
std::vector<ThreadState> ThreadCheck::others_that_run() const {
  std::vector<ThreadState> out = clocks_.others();
  std::erase_if(out, [](const ThreadState& each) { return !each.runs(); });
  return out;
}

ThreadCheck::ThreadCheck(ThreadClocks clocks) : clocks_(std::move(clocks)) {
  for (const ThreadState& each : others_that_run()) ran_before_.insert(each.id);
}

void ThreadCheck::around(const Job& job, const std::function<void()>& call) {
  constexpr double worth_a_look_s = 1e-3;  // looking itself takes a part of that
  if (last_wall_s_ < worth_a_look_s) {
    const double before = clocks_.wall_s();
    call();
    last_wall_s_ = clocks_.wall_s() - before;
    return;
  }
  if (job.threads == 1) end_team();  // a larger one of the frame before may still spin
  const std::size_t running = others_that_run().size();
  const double wall_before = clocks_.wall_s();
  const double cpu_before = clocks_.cpu_s();
  call();
  const double cpu_s = clocks_.cpu_s() - cpu_before;
  const double wall_s = last_wall_s_ = clocks_.wall_s() - wall_before;
  const bool was_quiet = running < static_cast<std::size_t>(job.threads);
  if (was_quiet) busy_.add(job.threads, cpu_s, wall_s, running);
}

void ThreadCheck::check() const {
  check_left();
  if (!busy_.too_many()) return;
  throw VariantFault(
      fmt::format("it is given {} and keeps {:.1f} processors busy: it must start no more threads than the member "
                  "`threads` of its arguments says",
                  plural(busy_.threads, "thread"), busy_.most));
}

/// Libraries' threads spin for some milliseconds before they sleep, those of LLVM's OpenMP for 200.
void ThreadCheck::check_left() const {
  constexpr double patience_s = 0.5;
  if (may_spin_for_ever()) return;
  end_team();
  std::map<pid_t, Suspect> suspects;
  for (const ThreadState& each : others_that_run()) {
    if (!ran_before_.contains(each.id)) suspects.emplace(each.id, Suspect{.cpu_s = each.cpu_s});
  }
  while (!suspects.empty()) {
    clocks_.pause();
    std::map<pid_t, Suspect> still;
    for (const ThreadState& each : clocks_.others()) {
      const auto known = suspects.find(each.id);
      if (known == suspects.end()) continue;
      Suspect& suspect = known->second;
      const double ran_s = each.cpu_s - suspect.cpu_s;
      if (ran_s >= patience_s) {
        throw VariantFault(
            "it leaves a thread running when its function has returned: each thread must end, or sleep until the next "
            "call");
      }
      suspect.asleep = each.runs() ? 0 : suspect.asleep + 1;
      if (!suspect.rests(ran_s)) still.insert(*known);
    }
    suspects = std::move(still);
  }
}

}  // namespace heteroscope
